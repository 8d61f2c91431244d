package chat

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/sdk"
)

// dot is a picture of one pixel.
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// files answers for files as the core does. The caller holds mu.
func (c *fakeCore) files(p person, method string, params json.RawMessage) (any, error, bool) {
	var in struct {
		ID, Name, Token string
		Size, Offset    int64
		Data            []byte
		Paths           []string
	}
	if err := json.Unmarshal(params, &in); err != nil {
		return nil, err, strings.HasPrefix(method, "parcels.")
	}
	key := p.Owner + "|" + in.ID
	switch method {
	case "parcels.begin":
		if p.Owner == "gina" {
			return nil, sdk.Errorf(sdk.PolicyDenied, "role_needed", "a guest"), true
		}
		id := fmt.Sprintf("f%d", len(c.arriving)+1)
		c.arriving[p.Owner+"|"+id] = &arrival{name: in.Name, size: in.Size}
		return object{"id": id}, nil, true
	case "parcels.add":
		a := c.arriving[key]
		if a == nil || in.Offset != int64(len(a.data)) {
			return nil, sdk.Errorf(sdk.WrongArgs, "parcel_broken", "no"), true
		}
		a.data = append(a.data, in.Data...)
		return object{}, nil, true
	case "parcels.end":
		a := c.arriving[key]
		if a == nil || int64(len(a.data)) != a.size {
			return nil, sdk.Errorf(sdk.WrongArgs, "parcel_broken", "no"), true
		}
		path := "/home/" + p.Owner + "/Arrivi/" + a.name
		c.stored[path] = a.data
		return object{"path": path, "name": a.name, "size": a.size}, nil, true
	case "parcels.drop":
		c.dropped++
		delete(c.arriving, key)
		return object{}, nil, true
	case "parcels.lend":
		loans := []any{}
		for _, path := range in.Paths {
			data, there := c.stored[path]
			if !there {
				loans = append(loans, object{})
				continue
			}
			image := bytes.HasPrefix(data, []byte("\x89PNG"))
			loans = append(loans, object{"token": p.Owner + "." + base64.RawURLEncoding.EncodeToString([]byte(path)), "name": filepath.Base(path), "size": len(data), "image": image})
		}
		return object{"loans": loans}, nil, true
	case "parcels.read":
		owner, rest, _ := strings.Cut(in.Token, ".")
		path, _ := base64.RawURLEncoding.DecodeString(rest)
		data, there := c.stored[string(path)]
		if !there || owner != p.Owner {
			return nil, sdk.Errorf(sdk.NotFound, "parcel_expired", "no"), true
		}
		image := bytes.HasPrefix(data, []byte("\x89PNG"))
		media := map[bool]string{true: "image/png", false: "text/html"}[image]
		part := data[min(int64(len(data)), in.Offset):]
		return object{"name": filepath.Base(string(path)), "media": media, "image": image, "size": len(data), "data": part[:min(int64(len(part)), in.Size)]}, nil, true
	}
	return nil, nil, false
}

// arrival is a file on its way to the fake core.
type arrival struct {
	name string
	size int64
	data []byte
}

func (b *browser) upload(content []byte, headers map[string]string) (*http.Response, string) {
	b.r.t.Helper()
	req, err := http.NewRequest("POST", b.r.base+"/upload", bytes.NewReader(content))
	if err != nil {
		b.r.t.Fatal(err)
	}
	for k, v := range map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": b.r.base, "X-Form": door.FormToken(b.session()), "X-File-Name": "nota%20%C3%A8.txt"} {
		req.Header.Set(k, v)
	}
	for k, v := range headers {
		if req.Header.Del(k); v != "" {
			req.Header.Set(k, v)
		}
	}
	resp, err := b.Do(req)
	if err != nil {
		b.r.t.Fatal(err)
	}
	return resp, body(b.r.t, resp)
}

// raw is a connection that speaks for itself.
func (r *running) raw() net.Conn {
	r.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.base, "http://"))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { conn.Close() })
	return conn
}

// A file goes to the core in pieces, from our own page and for whoever is signed in.
func TestUpload(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	content := bytes.Repeat([]byte("0123456789"), 90_000) // several pieces
	resp, said := b.upload(content, nil)
	if resp.StatusCode != 200 || !strings.Contains(said, `"/home/anna/Arrivi/nota è.txt"`) || !bytes.Equal(r.core.stored["/home/anna/Arrivi/nota è.txt"], content) {
		t.Fatalf("%s %s, %d bytes", resp.Status, said, len(r.core.stored["/home/anna/Arrivi/nota è.txt"]))
	}
	if resp, said := b.upload(nil, map[string]string{"X-File-Name": "vuoto"}); resp.StatusCode != 200 {
		t.Errorf("an empty file: %s %s", resp.Status, said)
	}
	before := len(r.core.stored)
	for name, headers := range map[string]map[string]string{
		"another site":   {"Sec-Fetch-Site": "cross-site"},
		"another origin": {"Origin": "http://evil.example", "Sec-Fetch-Site": ""},
		"no origin":      {"Origin": "", "Sec-Fetch-Site": ""},
		"no token":       {"X-Form": ""},
		"another token":  {"X-Form": door.FormToken("x")},
		"no session":     {"Cookie": "x=y"},
	} {
		who := b
		if name == "no session" {
			who = r.browser()
		}
		if resp, said := who.upload([]byte("x"), headers); resp.StatusCode != 403 || strings.Contains(said, "/home") {
			t.Errorf("%s: %s %s", name, resp.Status, said)
		}
	}
	if resp, _ := b.upload([]byte("x"), map[string]string{"X-File-Name": "%zz"}); resp.StatusCode != 413 && resp.StatusCode != 400 {
		t.Errorf("a broken name: %s", resp.Status)
	}
	guest := r.browser()
	guest.signIn("gina")
	if resp, said := guest.upload([]byte("x"), nil); resp.StatusCode != 403 || !strings.Contains(said, "role_needed") {
		t.Errorf("a guest: %s %s", resp.Status, said)
	}
	if len(r.core.stored) != before {
		t.Errorf("stored %d files", len(r.core.stored)-before)
	}
}

// A body that ends early leaves nothing behind.
func TestUploadCutOff(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	conn := r.raw()
	fmt.Fprintf(conn, "POST /upload HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nX-Form: %s\r\nX-File-Name: a.txt\r\nCookie: metnos_session_%s=%s\r\nContent-Length: 1000\r\n\r\nhalf",
		strings.TrimPrefix(r.base, "http://"), r.base, door.FormToken(b.session()), r.base[strings.LastIndex(r.base, ":")+1:], b.session())
	waitFor(t, "the file to begin", func() bool { r.core.mu.Lock(); defer r.core.mu.Unlock(); return len(r.core.arriving) == 1 })
	conn.Close()
	waitFor(t, "the file to be given up", func() bool { r.core.mu.Lock(); defer r.core.mu.Unlock(); return r.core.dropped == 1 })
	if len(r.core.stored) != 0 {
		t.Error("half a file was stored")
	}
}

// What is given out never runs: a download whatever it is called, or a picture by its own bytes.
func TestDownload(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	png, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	large := bytes.Repeat([]byte("abcdefghij"), 80_000)
	r.core.mu.Lock()
	r.core.stored["/home/anna/<b>\"\r\nX-Evil: 1.html"] = []byte("<script>alert(1)</script>")
	r.core.stored["/home/anna/a.png"] = png
	r.core.stored["/home/anna/lungo.bin"] = large
	r.core.mu.Unlock()
	token := func(path string) string { return "anna." + base64.RawURLEncoding.EncodeToString([]byte(path)) }

	for _, tc := range []struct{ path, query, media, disposition string }{
		{"/home/anna/<b>\"\r\nX-Evil: 1.html", "", "application/octet-stream", "attachment"},
		{"/home/anna/<b>\"\r\nX-Evil: 1.html", "?view", "application/octet-stream", "attachment"},
		{"/home/anna/a.png", "", "application/octet-stream", "attachment"},
		{"/home/anna/a.png", "?view", "image/png", "inline"},
		{"/home/anna/lungo.bin", "", "application/octet-stream", "attachment"},
	} {
		resp, got := b.get("/file/" + token(tc.path) + tc.query)
		if resp.StatusCode != 200 || got != string(r.core.stored[tc.path]) || resp.Header.Get("Content-Type") != tc.media ||
			!strings.HasPrefix(resp.Header.Get("Content-Disposition"), tc.disposition) || resp.Header.Get("X-Evil") != "" ||
			!strings.Contains(resp.Header.Get("Content-Security-Policy"), "sandbox") || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%q%s: %s, %d bytes, %v", tc.path, tc.query, resp.Status, len(got), resp.Header)
		}
	}
	other := r.browser()
	other.signIn("bruno")
	for name, who := range map[string]*browser{"somebody else": other, "a stranger": r.browser()} {
		if resp, got := who.get("/file/" + token("/home/anna/a.png")); resp.StatusCode < 400 || strings.Contains(got, "PNG") {
			t.Errorf("%s gets %s", name, resp.Status)
		}
	}
	if resp, _ := b.get("/file/anna.bm8"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("no such file: %s", resp.Status)
	}
}

// In a browser: a file is picked, its place is written into the message; what an answer names can be taken and
// pictures are shown.
func TestBrowserFiles(t *testing.T) {
	w := openWindow(t)
	png, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.stored["/home/anna/Foto/mare.png"], c.stored["/home/anna/note.txt"] = png, []byte("ciao")
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "final", object{"kind": "answer", "message": "Ecco:", "attachments": []any{object{"path": "/home/anna/note.txt", "name": "note.txt", "media": "text/plain", "size": 4}},
				"table": object{"columns": []any{object{"key": "name"}, object{"key": "size", "type": "bytes"}}, "total": 3, "rows": []any{
					object{"name": "mare.png", "path": "/home/anna/Foto/mare.png", "size": len(png)}, object{"name": "finta.png", "path": "/home/anna/Foto/finta.png", "size": 3}, object{"name": "Foto", "path": "/home/anna/Foto", "kind": "folder"}}}})
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	picked := filepath.Join(t.TempDir(), `bolletta <b>gas.png`)
	if err := os.WriteFile(picked, png, 0o600); err != nil {
		t.Fatal(err)
	}
	w.do(chromedp.SendKeys(chromedp.CSS("#text"), "leggi"), chromedp.SetUploadFiles(chromedp.CSS("#pick"), []string{picked}))
	w.is(`document.querySelector("#tray code")?.textContent === "/home/anna/Arrivi/bolletta <b>gas.png" && document.querySelector("#text").value === 'leggi "/home/anna/Arrivi/bolletta <b>gas.png" '`)
	w.is(`document.querySelector("#tray .picture img")?.naturalWidth === 1 && !document.querySelector("#tray b")`)
	w.shot("upload")
	w.do(enter(0))
	w.is(`document.querySelector("#tray").hidden && document.querySelectorAll(".reply tbody tr").length === 3`)
	w.is(`document.querySelectorAll(".reply .gallery .picture").length === 1 && document.querySelector(".reply .gallery img").naturalWidth === 1`)
	w.is(`document.querySelectorAll(".reply tbody .file").length === 2 && document.querySelector(".attached .parcel .link")`)
	w.click(".reply .gallery .picture")
	w.is(`document.querySelector("#ask.large[open] .full img")?.naturalWidth === 1`)
	w.press("Escape", "Escape", 27, 0)
	w.run(`window.taken = []; HTMLAnchorElement.prototype.click = function () { window.taken.push(this.getAttribute("href") + " " + this.download); }`)
	w.click(".reply tbody .file")
	w.is(`window.taken.length === 1 && window.taken[0].startsWith("/file/anna.") && window.taken[0].endsWith(" mare.png")`)

	// A file dropped anywhere on the page.
	w.run(`const d = new DataTransfer(); d.items.add(new File(["x"], "caduto.txt")); dispatchEvent(new DragEvent("drop", {dataTransfer: d, cancelable: true}))`)
	waitFor(t, "the dropped file", func() bool {
		r.core.mu.Lock()
		defer r.core.mu.Unlock()
		return r.core.stored["/home/anna/Arrivi/caduto.txt"] != nil
	})
	time.Sleep(50 * time.Millisecond)
	w.do() // no exception of the page
}

// A gallery shows its pictures some at a time; one that is opened leads to the others, with the keyboard too.
func TestBrowserGallery(t *testing.T) {
	w := openWindow(t)
	png, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		rows := []any{}
		for i := range 70 {
			path := fmt.Sprintf("/home/anna/Foto/%02d.png", i+1)
			c.stored[path] = png
			rows = append(rows, object{"name": filepath.Base(path), "path": path})
		}
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "final", object{"turn_id": turn, "kind": "answer", "message": "Ecco.", "table": object{"columns": []any{object{"key": "name"}}, "total": 70, "rows": rows}})
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.say("foto")
	w.is(`document.querySelectorAll(".gallery .picture").length === 60 && document.querySelector(".gallery > .link").textContent === "Mostra altre 10 immagini"`)
	w.run(`document.querySelector(".gallery > .link").click()`)
	w.is(`document.querySelectorAll(".gallery .picture").length === 70 && !document.querySelector(".gallery > .link")`)
	w.run(`document.querySelector(".gallery .picture").click()`)
	shows := func(name, place string) {
		t.Helper()
		w.is(`document.querySelector("#ask.large[open] .full img")?.alt === "` + name + `" && document.querySelector(".looking .aside").textContent === "` + place + `"`)
	}
	shows("01.png", "1 / 70")
	w.press("ArrowRight", "ArrowRight", 39, 0)
	shows("02.png", "2 / 70")
	w.press("ArrowLeft", "ArrowLeft", 37, 0)
	w.press("ArrowLeft", "ArrowLeft", 37, 0)
	shows("70.png", "70 / 70")
	w.run(`[...document.querySelectorAll(".looking button")].at(-1).click()`)
	shows("01.png", "1 / 70")
	w.accessible("a picture", axe(t))
	w.press("Escape", "Escape", 27, 0)
	w.is(`!document.querySelector("#ask").open`)

	// What a person thinks of an answer is said by the button that was pressed.
	w.run(`document.querySelector('.feedback [data-t-label="feedback.bad"]').click()`)
	w.is(`document.querySelector('.feedback [data-t-label="feedback.bad"]').getAttribute("aria-pressed") === "true" && document.querySelector('.feedback [data-t-label="feedback.good"]').getAttribute("aria-pressed") === "false"`)
	w.do()
}
