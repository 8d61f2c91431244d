package page

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// Keys the scripts build from a word of the protocol.
func built() []string {
	var keys []string
	for _, c := range sdk.Classes {
		keys = append(keys, "error."+string(c))
	}
	for prefix, words := range map[string]string{
		"state":   "connecting online offline signedout",
		"step":    "planned running done failed uncertain skipped",
		"sandbox": "bwrap landlock process",
		"theme":   "auto light dark",
		"side":    "today week earlier",
		"first":   "language name folders confinement question stale unavailable name.wrong folders.wrong folders.config folders.disk question.wrong time space largest count held",
		"effect":  "create overwrite append move trash delete send",
		"chart":   "count sum mean median min max distinct",
		"column":  "path name size modified count total kind extension text folder type source trashed group value lines words line action created media",
	} {
		for w := range strings.FieldsSeq(words) {
			keys = append(keys, prefix+"."+w)
		}
	}
	return keys
}

// methods are the first words of what the scripts ask the core for, and of what they keep in the browser.
var methods = map[string]bool{"metnos": true, "catalog": true, "preferences": true, "conversations": true, "approvals": true, "changes": true, "parcels": true, "passkeys": true, "ratings": true}

// asked are the settings methods of the core, which look like the settings' sentences.
var asked = map[string]bool{"settings.menu": true, "settings.open": true, "settings.act": true}

var (
	inDocument = regexp.MustCompile(`(?:data-t(?:-label|-placeholder)?=|t \.Lang )"([a-z_.]+)"`)
	inScript   = regexp.MustCompile(`["']([a-z]+(?:\.[a-z_]+)?)["']`)
	inGo       = regexp.MustCompile(`"(sign(?:in|out)\.[a-z]+)"`)
)

// used lists every key the documents, the scripts and the routes refer to.
func used(t *testing.T) map[string]bool {
	keys := map[string]bool{}
	for _, k := range built() {
		keys[k] = true
	}
	collect := func(name string, raw []byte, in *regexp.Regexp, known bool) {
		for _, m := range in.FindAllStringSubmatch(string(raw), -1) {
			if _, ok := sentences["it"][m[1]]; ok || known {
				keys[m[1]] = true
			} else if area, _, dotted := strings.Cut(m[1], "."); dotted && !strings.HasSuffix(m[1], ".js") && !methods[area] && !asked[m[1]] {
				t.Errorf("%s uses %q, which has no sentence", name, m[1])
			}
		}
	}
	for _, name := range []string{"chat.html", "signin.html", "welcome.html"} {
		raw, err := documents.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		collect(name, raw, inDocument, true)
	}
	for name, raw := range files {
		if strings.HasSuffix(name, ".js") && name != "texts.js" {
			collect(name, raw, inScript, false)
		}
	}
	for _, name := range []string{"../entrance/entrance.go", "../chat/routes.go"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		collect(name, raw, inGo, true)
	}
	return keys
}

func TestTextsOfBothLanguages(t *testing.T) {
	it, en := sentences["it"], sentences["en"]
	keys := used(t)
	for key := range keys {
		if it[key] == "" || en[key] == "" {
			t.Errorf("%s: it %q, en %q", key, it[key], en[key])
		}
	}
	for _, lang := range []string{"it", "en"} {
		for key := range sentences[lang] {
			if !keys[key] {
				t.Errorf("%s: %s is used nowhere", lang, key)
			}
		}
	}
	place := regexp.MustCompile(`\{\w+\}`)
	for key := range it {
		a, b := place.FindAllString(it[key], -1), place.FindAllString(en[key], -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%s: places %v in it, %v in en", key, a, b)
		}
	}
	if len(it) < 80 {
		t.Errorf("only %d sentences were read", len(it))
	}
}

// Nothing on the page turns text into markup, evaluates text, or reads where to connect from its address.
func TestScriptsUseNoMarkupSink(t *testing.T) {
	sinks := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|DOMParser|srcdoc|setHTML|` +
		`createContextualFragment|location\.(hash|href)|URLSearchParams|https?://`)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".js") || name == "texts.js" {
			continue
		}
		if hit := sinks.Find(files[name]); hit != nil {
			t.Errorf("%s uses %s", name, hit)
		}
	}
	for _, name := range []string{"chat.html", "signin.html", "welcome.html"} {
		raw, _ := documents.ReadFile(name)
		if hit := regexp.MustCompile(`(?i)\son\w+=|<style|style=|javascript:|https?://`).Find(raw); hit != nil {
			t.Errorf("%s uses %s", name, hit)
		}
	}
}

// Everything there is to load, as it is sent.
func TestFirstLoadIsSmall(t *testing.T) {
	const limit = 150_000 // bytes, compressed
	size := 0
	for name, raw := range files {
		if small, there := packed[name]; there {
			raw = small
		}
		size += len(raw)
	}
	if size > limit {
		t.Fatalf("assets take %d bytes compressed, %d are allowed", size, limit)
	}
	t.Logf("assets: %d bytes compressed", size)
}

// Browsers that take it get the compressed file, which is the same file.
func TestAssetsAreCompressed(t *testing.T) {
	for header, want := range map[string]bool{"gzip, deflate, br": true, "br;q=1, gzip;q=0.5": true, "": false, "gzip;q=0": false, "br": false} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/"+version+"/app.js", nil)
		r.Header.Set("Accept-Encoding", header)
		Assets().ServeHTTP(w, r)
		got := w.Body.Bytes()
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != want {
			t.Errorf("%q: compressed is %v", header, packed)
			continue
		} else if packed {
			z, err := gzip.NewReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if got, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, files["app.js"]) {
			t.Errorf("%q: another file", header)
		}
	}
}

func TestAssets(t *testing.T) {
	for path, want := range map[string]string{
		"/" + version + "/app.js":       "text/javascript; charset=utf-8",
		"/" + version + "/page.css":     "text/css; charset=utf-8",
		"/" + version + "/mark.svg":     "image/svg+xml",
		"/" + version + "/texts.js":     "text/javascript; charset=utf-8",
		"/" + version + "/absent.js":    "",
		"/0000/app.js":                  "",
		"/" + version + "/../chat.html": "",
		"/app.js":                       "",
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		Assets().ServeHTTP(w, r)
		if want == "" {
			if w.Code != http.StatusNotFound {
				t.Errorf("%s answered %d", path, w.Code)
			}
			continue
		}
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != want || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s answered %d %v", path, w.Code, w.Header())
		}
	}
}
