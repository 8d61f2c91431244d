package recognising

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxPicture = 64 << 20 // bytes of one picture
	maxOutput  = paper.MaxBlock
	pixels     = "3500" // the longer side of a page that is drawn: 300 dots per inch of A4
)

// programs finds the programs of the system. The zero value looks where they are installed.
type programs struct{ folders []string }

// find returns the path of a program, "" when it is not there.
func (p programs) find(name string) string {
	folders := p.folders
	if folders == nil {
		folders = []string{"/usr/local/bin", "/usr/bin", "/bin"}
	}
	for _, folder := range folders {
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// missing says that a program is not there.
func missing(program, pkg string) error {
	return sdk.Errorf(sdk.Unavailable, "ocr_program_missing", "%s is not installed", program).With("program", program).With("package", pkg)
}

// command prepares a program that ends with the context, with nothing of our surroundings.
func command(ctx context.Context, path string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, path, args...)
	c.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/tmp", "OMP_THREAD_LIMIT=2"}
	c.Dir = "/"
	c.WaitDelay = 50 * time.Millisecond
	return c
}

// capped keeps what is written to it up to a limit and swallows the rest.
type capped struct {
	bytes.Buffer
	limit int
}

func (c *capped) Write(p []byte) (int, error) {
	if room := c.limit - c.Len(); room > 0 {
		c.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

// languages are those tesseract can read.
func languages(ctx context.Context, tesseract string) ([]string, error) {
	c := command(ctx, tesseract, "--list-langs")
	out := &capped{limit: 64 << 10}
	c.Stdout = out
	if err := c.Run(); err != nil {
		if stop := entry.Stopped(ctx); stop != nil {
			return nil, stop
		}
		return nil, sdk.Errorf(sdk.Unavailable, "ocr_program_failed", "tesseract does not run: %w", err).With("program", "tesseract")
	}
	var list []string
	for line := range strings.Lines(out.String()) {
		if name := strings.TrimSpace(line); name != "" && name != "osd" && !strings.Contains(name, " ") {
			list = append(list, name)
		}
	}
	return list, nil
}

// choose picks the languages to read: those asked for, which must be there, or the person's first and then the
// other of the two this program speaks.
func choose(asked, have []string, lang string) (string, error) {
	if len(asked) > 0 {
		for _, name := range asked {
			if !slices.Contains(have, name) {
				return "", sdk.Errorf(sdk.Unavailable, "ocr_language_missing", "tesseract has no data for %s", name).
					With("language", name).With("languages", strings.Join(have, ", "))
			}
		}
		return strings.Join(asked, "+"), nil
	}
	usual := []string{"eng", "ita"}
	if lang == "it" {
		usual = []string{"ita", "eng"}
	}
	usual = slices.DeleteFunc(usual, func(name string) bool { return !slices.Contains(have, name) })
	if len(usual) == 0 && len(have) > 0 {
		usual = have[:1]
	}
	if len(usual) == 0 {
		return "", sdk.Errorf(sdk.Unavailable, "ocr_language_missing", "tesseract has no data for any language").
			With("language", "ita, eng").With("languages", "-")
	}
	return strings.Join(usual, "+"), nil
}

// recognise reads one picture.
func recognise(ctx context.Context, tesseract, languages string, picture io.Reader) (string, error) {
	c := command(ctx, tesseract, "stdin", "stdout", "-l", languages)
	out, said := &capped{limit: maxOutput}, &capped{limit: 2 << 10}
	c.Stdin, c.Stdout, c.Stderr = picture, out, said
	if err := c.Run(); err != nil {
		if stop := entry.Stopped(ctx); stop != nil {
			return "", stop
		}
		return "", sdk.Errorf(sdk.WrongArgs, "ocr_failed", "tesseract: %w: %s", err, paper.Squeeze(said.String())).With("path", entry.Unnamed)
	}
	return paper.Tidy(strings.ReplaceAll(strings.ToValidUTF8(out.String(), "\ufffd"), "\f", "")), nil
}

// draw has the pages of a PDF drawn, and calls fn for each picture in turn.
func draw(ctx context.Context, pdftoppm string, file io.Reader, from, to string, fn func(picture []byte) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c := command(ctx, pdftoppm, "-png", "-gray", "-scale-to", pixels, "-f", from, "-l", to, "-")
	c.Stdin = file
	said := &capped{limit: 2 << 10}
	c.Stderr = said
	pipe, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return sdk.Errorf(sdk.Unavailable, "ocr_program_failed", "pdftoppm does not run: %w", err).With("program", "pdftoppm")
	}
	in := bufio.NewReaderSize(pipe, 64<<10)
	for err == nil {
		var picture []byte
		if picture, err = nextPNG(in); err == nil {
			err = fn(picture)
		}
	}
	if !errors.Is(err, io.EOF) {
		stop()
		_ = c.Wait()
		return err
	}
	if err := c.Wait(); err != nil {
		return sdk.Errorf(sdk.WrongArgs, "ocr_failed", "pdftoppm: %w: %s", err, paper.Squeeze(said.String())).With("path", entry.Unnamed)
	}
	return nil
}

// nextPNG cuts the next picture out of several that follow one another.
func nextPNG(in *bufio.Reader) ([]byte, error) {
	head, err := in.Peek(8)
	if len(head) == 0 {
		return nil, io.EOF
	}
	if err != nil || string(head) != "\x89PNG\r\n\x1a\n" {
		return nil, errNoPicture()
	}
	picture := make([]byte, 8, 256<<10)
	if _, err := io.ReadFull(in, picture); err != nil {
		return nil, errNoPicture()
	}
	for {
		var chunk [8]byte
		if _, err := io.ReadFull(in, chunk[:]); err != nil {
			return nil, errNoPicture()
		}
		size := int(chunk[0])<<24 | int(chunk[1])<<16 | int(chunk[2])<<8 | int(chunk[3])
		if len(picture)+size+12 > maxPicture {
			return nil, paper.TooLarge()
		}
		start := len(picture) + 8
		picture = append(append(picture, chunk[:]...), make([]byte, size+4)...)
		if _, err := io.ReadFull(in, picture[start:]); err != nil {
			return nil, errNoPicture()
		}
		if string(chunk[4:]) == "IEND" {
			return picture, nil
		}
	}
}

func errNoPicture() error {
	return sdk.Errorf(sdk.WrongArgs, "ocr_failed", "pdftoppm drew no picture").With("path", entry.Unnamed)
}
