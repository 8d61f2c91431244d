package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

//go:embed assets/*
var assets embed.FS

//go:embed texts/it.json texts/en.json
var texts embed.FS

//go:embed chat.html signin.html welcome.html
var documents embed.FS

// Chat fills the chat document.
type Chat struct {
	Lang  string // it or en
	Theme string // light or dark; "" follows the system
	Name  string // of the person signed in
	Form  string // proof for the sign-out form
	Talk  string // the conversation to open; "" is the one the browser remembers
}

// SignIn fills the sign-in document. Without a token it explains where to get a link.
type SignIn struct {
	Lang    string // it or en
	Theme   string // light or dark; "" follows the system
	Token   string // the one-time token of the link, not spent yet
	Form    string // proof for the sign-in form
	Problem string // key of the sentence that says what went wrong
}

// Other is the language the page offers to switch to.
func (s SignIn) Other() string {
	if s.Lang == "it" {
		return "en"
	}
	return "it"
}

// Stylesheets and scripts carry a digest of all assets in their address: a new release is never mixed
// with files a browser has kept from the old one.
var (
	files   = load()
	packed  = pack(files)
	version = digest(files)
	pages   = template.Must(template.New("").Funcs(template.FuncMap{
		"t":     Text,
		"asset": func(name string) string { return "/assets/" + version + "/" + name },
	}).ParseFS(documents, "*.html"))
)

// WriteChat answers with the chat document.
func WriteChat(w http.ResponseWriter, c Chat) { write(w, http.StatusOK, "chat.html", c) }

// WriteSignIn answers with the sign-in document.
func WriteSignIn(w http.ResponseWriter, status int, s SignIn) { write(w, status, "signin.html", s) }

func write(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, "This page could not be rendered.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// Text is the sentence of a key in a language; an unknown key shows itself.
func Text(lang, key string) string {
	if s, ok := sentences[lang][key]; ok {
		return s
	}
	return key
}

var sentences = func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, lang := range []string{"it", "en"} {
		raw, err := texts.ReadFile("texts/" + lang + ".json")
		if err != nil {
			panic(err)
		}
		var m map[string]string
		if err := json.Unmarshal(raw, &m); err != nil {
			panic(fmt.Sprintf("texts/%s.json: %v", lang, err))
		}
		all[lang] = m
	}
	return all
}()

// load reads the assets once and adds texts.js, the sentences as a module.
func load() map[string][]byte {
	all := map[string][]byte{}
	entries, err := assets.ReadDir("assets")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		raw, err := assets.ReadFile("assets/" + e.Name())
		if err != nil {
			panic(err)
		}
		all[e.Name()] = raw
	}
	raw, err := json.Marshal(sentences)
	if err != nil {
		panic(err)
	}
	all["texts.js"] = fmt.Appendf(nil, "export const texts = %s;\n", raw)
	return all
}

func digest(files map[string][]byte) string {
	raw, err := json.Marshal(files) // keys in order
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}

// pack compresses once what gains by it.
func pack(files map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for name, raw := range files {
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			panic(err)
		}
		if _, err := z.Write(raw); err != nil {
			panic(err)
		}
		if z.Close() == nil && b.Len() < len(raw) {
			out[name] = b.Bytes()
		}
	}
	return out
}

func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.EqualFold(name, "gzip") {
			return !strings.HasPrefix(strings.ReplaceAll(weight, " ", ""), "q=0") || strings.Contains(weight, ".")
		}
	}
	return false
}

// Assets serves /<version>/<name>; the content of such an address never changes.
func Assets() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		dir, name := path.Split(r.URL.Path)
		raw, ok := files[name]
		if !ok || path.Clean("/"+dir) != "/"+version {
			http.NotFound(w, r)
			return
		}
		kind := mime.TypeByExtension(path.Ext(name))
		switch path.Ext(name) {
		case ".js":
			kind = "text/javascript; charset=utf-8"
		case ".css":
			kind = "text/css; charset=utf-8"
		case ".svg":
			kind = "image/svg+xml"
		}
		if small := packed[name]; small != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
			w.Header().Set("Content-Encoding", "gzip")
			raw = small
		}
		w.Header().Set("Vary", "Accept-Encoding")
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.Write(raw)
	})
}
