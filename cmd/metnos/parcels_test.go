package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/parcels"
	"github.com/metnos/metnos/core/settings"
)

// upload sends a file as the page does.
func (p *person) upload(name string, content []byte) (*http.Response, string) {
	p.t.Helper()
	resp, err := p.http.Get(p.base.String() + "/")
	if err != nil {
		p.t.Fatal(err)
	}
	page, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		p.t.Fatal(err)
	}
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindSubmatch(page)
	if form == nil {
		p.t.Fatalf("no form in %s", page)
	}
	req, err := http.NewRequest(http.MethodPost, p.base.String()+"/upload", bytes.NewReader(content))
	if err != nil {
		p.t.Fatal(err)
	}
	for k, v := range map[string]string{"Origin": p.base.String(), "X-Form": string(form[1]), "X-File-Name": name} {
		req.Header.Set(k, v)
	}
	if resp, err = p.http.Do(req); err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp, string(said)
}

// A file goes into the inbox of the person's own home and comes out again, whole; what is not theirs does not.
func TestWebParcels(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	host := s.signIn()
	content := bytes.Repeat([]byte("metnos "), 200_000)
	resp, said := host.upload("..%2Fnota.bin", content)
	var stored struct{ Path string }
	if err := json.Unmarshal([]byte(said), &stored); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", resp.Status, said)
	}
	kept, err := os.ReadFile(stored.Path)
	if inbox := filepath.Dir(stored.Path); err != nil || !bytes.Equal(kept, content) || filepath.Dir(inbox) != s.home {
		t.Fatalf("%s: %d bytes, %v", stored.Path, len(kept), err)
	}

	var lent struct{ Loans []parcels.Loan }
	host.call("lend", "parcels.lend", map[string][]string{"paths": {stored.Path, "/etc/passwd", s.data + "/store/people.db", "~/Documenti/uno.pdf"}}, &lent)
	if len(lent.Loans) != 4 || lent.Loans[0].Token == "" || lent.Loans[1].Token != "" || lent.Loans[2].Token != "" || lent.Loans[3].Token == "" {
		t.Fatalf("%+v", lent)
	}
	get := func(p *person, token string) (int, []byte) {
		t.Helper()
		resp, err := p.http.Get(p.base.String() + "/file/" + token)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, raw
	}
	if status, raw := get(host, lent.Loans[0].Token); status != http.StatusOK || !bytes.Equal(raw, content) {
		t.Errorf("out again: %d, %d bytes", status, len(raw))
	}

	if out, err := s.command("user", "add", "gina", "--role", "guest").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var done settings.Done
	host.call("invite", "settings.act", map[string]string{"route": "people/users", "control": "invite", "row": "gina"}, &done)
	guest := s.signInAt(done.Secret)
	if resp, said := guest.upload("x.txt", []byte("x")); resp.StatusCode != http.StatusForbidden || !strings.Contains(said, "role_needed") {
		t.Errorf("a guest sends a file: %s %s", resp.Status, said)
	}
	if status, raw := get(guest, lent.Loans[0].Token); status != http.StatusNotFound || bytes.Contains(raw, []byte("metnos ")) {
		t.Errorf("a guest takes the host's file with its token: %d", status)
	}

	// Who is removed from the command line is cut off at once.
	if out, err := s.command("user", "remove", "gina").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	guest.cut(4 * time.Second)
}

// Where only some folders are granted, a search looks in these, a refusal names them, and what is sent lands in one that
// may be written; where none may, the upload says so.
func TestOnlySomeFolders(t *testing.T) {
	for _, c := range []struct{ write, inbox string }{{`["~/Documenti"]`, "Documenti"}, {`[]`, ""}} {
		w := newWorld(t, strings.NewReplacer("read  = [home()]", `read  = ["~/Documenti"]`, "write = [home()]", "write = "+c.write).Replace(anyPort))
		w.file("Casa/tre.pdf", "3")
		w.file("Casa/x.txt", "x")
		for said, want := range map[string]string{
			"How many PDF files do I have?": "2", "Quanti file PDF ho?": "2", "find the pdf files": "due.pdf", "trova i pdf": "due.pdf",
		} {
			if out := w.ask(said); out.Kind != core.Answer || !strings.Contains(out.Message, want) || strings.Contains(out.Message, "tre.pdf") {
				t.Errorf("%q: %s %q", said, out.Kind, out.Message)
			}
		}
		for _, said := range []string{"leggi ~/Casa/x.txt", "read ~/Casa/x.txt", "crea la cartella Bollette", "create the folder Bills"} {
			if out := w.ask(said); out.Kind == core.Answer || !strings.Contains(out.Message, "Documenti") {
				t.Errorf("%q: %s %q %+v", said, out.Kind, out.Message, out.Steps)
			}
		}
		s := w.serve()
		host := s.signIn()
		for _, lang := range []string{"it", "en"} {
			var offered struct{ Suggestions []string }
			host.call("offer-"+lang, "catalog.suggestions", map[string]string{"lang": lang}, &offered)
			if len(offered.Suggestions) < 4 {
				t.Errorf("%s: offered is %q", lang, offered.Suggestions)
			}
		}
		resp, said := host.upload("a b.txt", []byte("ciao"))
		var stored struct{ Path string }
		_ = json.Unmarshal([]byte(said), &stored)
		switch {
		case c.inbox == "" && (resp.StatusCode != http.StatusForbidden || !strings.Contains(said, "parcel_nowhere")):
			t.Errorf("nothing may be written: %s %s", resp.Status, said)
		case c.inbox != "" && (resp.StatusCode != http.StatusOK || filepath.Dir(filepath.Dir(stored.Path)) != filepath.Join(w.home, c.inbox)):
			t.Errorf("it landed at %s: %s %s", stored.Path, resp.Status, said)
		}
	}
}

// A question nobody wants to answer leaves the inbox, once; the sentence after it is a request of its own.
func TestQuestionIsDropped(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	host := s.signIn()
	type inbox struct {
		Waiting []struct {
			Dialog *core.Question `json:"dialog"`
		}
	}
	for lang, said := range map[string][2]string{"it": {"cancella i file log", "che ore sono?"}, "en": {"delete log files", "what time is it?"}} {
		host.send(map[string]any{"id": "ask-" + lang, "type": "submit", "conversation": "c_drop" + lang, "text": said[0], "lang": lang})
		if out := host.final(); out.Kind == core.Answer || out.Kind == core.Error {
			t.Fatalf("%q: %s %q", said[0], out.Kind, out.Message)
		}
		var open, left inbox
		host.call("open-"+lang, "approvals.list", map[string]string{}, &open)
		if len(open.Waiting) != 1 || open.Waiting[0].Dialog == nil {
			t.Fatalf("%+v", open)
		}
		id := map[string]string{"dialog": open.Waiting[0].Dialog.ID}
		var none struct{}
		host.call("drop-"+lang, "approvals.drop", id, &none)
		host.call("left-"+lang, "approvals.list", map[string]string{}, &left)
		if len(left.Waiting) != 0 {
			t.Errorf("it still waits: %+v", left)
		}
		if got := host.refusal("again-"+lang, "approvals.drop", id); got == "" {
			t.Error("it is dropped twice")
		}
		if got := host.refusal("none-"+lang, "approvals.drop", map[string]string{}); got == "" {
			t.Error("no question is dropped")
		}
		host.send(map[string]any{"id": "next-" + lang, "type": "submit", "conversation": "c_drop" + lang, "text": said[1], "lang": lang})
		if out := host.final(); out.Kind != core.Answer || out.Steps[0].Tool != "get_now" {
			t.Errorf("%q: %s %q", said[1], out.Kind, out.Message)
		}
	}
}
