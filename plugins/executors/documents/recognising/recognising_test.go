package recognising

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

// drawn makes a PNG.
func drawn(t testing.TB) string {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 8, 8))
	m.SetGray(1, 1, color.Gray{Y: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// programsOf writes programs as shell scripts and returns their folder.
func programsOf(t testing.TB, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const tesseract = `case "$1" in --list-langs) echo "List of available languages (3):"; echo eng; echo ita; echo osd;; *) echo "read by $4"; echo "bytes $(wc -c)";; esac`

func run(t testing.TB, home *birth.Home, r Reader, ctx context.Context, args map[string]any) (sdk.Result, *sdk.Error) {
	t.Helper()
	result, err := r.Invoke(ctx, sdk.Call{Args: args, Lang: "it", Home: home.Dir}, home.Host)
	if err == nil && result.Error != nil {
		return result, result.Error
	}
	var known *sdk.Error
	if err != nil && !errors.As(err, &known) {
		t.Fatalf("an error without a class: %v", err)
	}
	return result, known
}

// scan is a PDF with two pages and no text.
const scan = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Kids[3 0 R 4 0 R]>>endobj\n3 0 obj<</Type/Page>>endobj\n4 0 obj<</Type/Page>>endobj\ntrailer<</Root 1 0 R>>\n"

func TestPicturesAndScans(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.png", drawn(t))
	home.Write(t, "a.pdf", scan)
	home.Write(t, "page.png", drawn(t))
	dir := programsOf(t, map[string]string{"tesseract": tesseract, "pdftoppm": `cat >/dev/null; cat ` + home.Path("page.png") + ` ` + home.Path("page.png")})
	r := Reader{folders: []string{dir}}
	result, err := run(t, home, r, t.Context(), map[string]any{"paths": []any{home.Path("a.png"), home.Path("a.pdf")}})
	if err != nil || len(result.Entries) != 2 || !strings.HasPrefix(result.Entries[0]["text"].(string), "read by ita+eng\nbytes ") {
		t.Fatalf("%v %+v", err, result)
	}
	if e := result.Entries[1]; e["pages"] != 2 || strings.Count(e["text"].(string), "read by") != 2 || e["format"] != "pdf" {
		t.Errorf("%+v", e)
	}
	result, err = run(t, home, r, t.Context(), map[string]any{"paths": []any{home.Path("a.pdf")}, "unit": "page", "languages": []any{"eng"}})
	if err != nil || len(result.Entries) != 2 || result.Entries[1]["page"] != 2 || !strings.HasPrefix(result.Entries[0]["text"].(string), "read by eng\n") {
		t.Errorf("%v %+v", err, result)
	}
	result, err = run(t, home, r, t.Context(), map[string]any{"paths": []any{home.Path("a.png")}, "unit": "line"})
	if err != nil || len(result.Entries) != 2 || result.Entries[1]["line"] != 2 {
		t.Errorf("%v %+v", err, result)
	}
}

func TestWhatIsMissingOrFails(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.png", drawn(t))
	home.Write(t, "a.pdf", scan)
	home.Write(t, "a.txt", "ciao")
	home.Write(t, "b.pdf", "%PDF-1.4\nnonsense")
	for name, c := range map[string]struct {
		file     string
		scripts  map[string]string
		args     map[string]any
		code     string
		class    sdk.Class
		program  string
		language string
	}{
		"no tesseract":        {"a.png", nil, nil, "ocr_program_missing", sdk.Unavailable, "tesseract", ""},
		"no pdftoppm":         {"a.pdf", map[string]string{"tesseract": tesseract}, nil, "ocr_program_missing", sdk.Unavailable, "pdftoppm", ""},
		"tesseract is broken": {"a.png", map[string]string{"tesseract": "exit 3"}, nil, "ocr_program_failed", sdk.Unavailable, "tesseract", ""},
		"no such language":    {"a.png", map[string]string{"tesseract": tesseract}, map[string]any{"languages": []any{"deu"}}, "ocr_language_missing", sdk.Unavailable, "", "deu"},
		"no language":         {"a.png", map[string]string{"tesseract": "echo List of:"}, nil, "ocr_language_missing", sdk.Unavailable, "", "ita, eng"},
		"a picture it hates":  {"a.png", map[string]string{"tesseract": `case "$1" in --list-langs) echo eng;; *) echo bad >&2; exit 1;; esac`}, nil, "ocr_failed", sdk.WrongArgs, "", ""},
		"pages not drawn":     {"a.pdf", map[string]string{"tesseract": tesseract, "pdftoppm": "exit 1"}, nil, "ocr_failed", sdk.WrongArgs, "", ""},
		"nonsense drawn":      {"a.pdf", map[string]string{"tesseract": tesseract, "pdftoppm": "echo hello there"}, nil, "ocr_failed", sdk.WrongArgs, "", ""},
		"pages not there":     {"a.pdf", map[string]string{"tesseract": tesseract, "pdftoppm": ""}, map[string]any{"from_page": 9.0}, "document_page_missing", sdk.WrongArgs, "", ""},
		"a broken pdf":        {"b.pdf", map[string]string{"tesseract": tesseract, "pdftoppm": ""}, nil, "document_broken", sdk.WrongArgs, "", ""},
		"no picture":          {"a.txt", nil, nil, "ocr_no_picture", sdk.WrongArgs, "", ""},
	} {
		args := map[string]any{"paths": []any{home.Path(c.file)}}
		for key, v := range c.args {
			args[key] = v
		}
		_, err := run(t, home, Reader{folders: []string{programsOf(t, c.scripts)}}, t.Context(), args)
		if err == nil || err.Code != c.code || err.Class != c.class || err.Params["program"] != c.program || err.Params["language"] != c.language {
			t.Errorf("%s: %v %v", name, err, err.Params)
		}
	}
}

// A program that does not end is ended with the call.
func TestAStoppedProgramEnds(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.png", drawn(t))
	started := filepath.Join(t.TempDir(), "started")
	dir := programsOf(t, map[string]string{"tesseract": `case "$1" in --list-langs) echo eng;; *) touch ` + started + `; exec sleep 600;; esac`})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan *sdk.Error, 1)
	go func() {
		_, err := run(t, home, Reader{folders: []string{dir}}, ctx, map[string]any{"paths": []any{home.Path("a.png")}})
		done <- err
	}()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(started); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the program never started")
		}
	}
	cancel()
	select {
	case err := <-done:
		if err == nil || err.Class != sdk.Cancelled {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the program goes on")
	}
}

// The real programs read what is written in a picture.
func TestTheRealTesseract(t *testing.T) {
	if (programs{}).find("tesseract") == "" || (programs{}).find("pdftoppm") == "" {
		t.Skip("tesseract and pdftoppm are not both here")
	}
	home := birth.NewHome(t)
	data, err := os.ReadFile("../pdf/testdata/plain.pdf")
	if err != nil {
		t.Fatal(err)
	}
	home.Write(t, "a.pdf", string(data))
	result, fault := run(t, home, Reader{}, t.Context(), map[string]any{"paths": []any{home.Path("a.pdf")}})
	if fault != nil || len(result.Entries) != 1 || !strings.Contains(result.Entries[0]["text"].(string), "650 euro") {
		t.Errorf("%v %+v", fault, result.Entries)
	}
}

func FuzzNextPNG(f *testing.F) {
	f.Add([]byte(drawn(f) + drawn(f)))
	f.Add([]byte("\x89PNG\r\n\x1a\n\xff\xff\xff\xffIDAT"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in := bufio.NewReader(bytes.NewReader(data))
		total := 0
		for {
			picture, err := nextPNG(in)
			if err != nil {
				return
			}
			if total += len(picture); total > len(data) {
				t.Fatal("more came out than went in")
			}
		}
	})
}
