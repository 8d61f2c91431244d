package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/settings"
)

// Questions about metnos on the real core: they answer with pages to open, leave what waits and what was found as it is,
// and tell nobody of anybody else.
func TestTutor(t *testing.T) {
	w := newWorld(t, anyPort)
	w.file("Documenti/a.pdf", "a") // beside the two of every world
	w.file("Documenti/notes.md", "old")
	s := w.serve()
	host := s.signIn()
	n := 0
	say := func(p *person, text string) core.Outcome {
		t.Helper()
		n++
		p.send(map[string]any{"id": fmt.Sprintf("q%d", n), "type": "submit", "conversation": "c_asking", "text": text, "lang": "it"})
		return p.final()
	}
	told := func(p *person, text string, parts ...string) {
		t.Helper()
		out := say(p, text)
		for _, part := range parts {
			if out.Kind != core.Answer || out.Origin != core.FromTutor || !strings.Contains(out.Message, part) {
				t.Errorf("%q: %s %s lacks %q:\n%s", text, out.Origin, out.Kind, part, out.Message)
			}
		}
	}
	told(host, "cosa sai fare con i CSV?", "righe di tabelle csv", "](/settings/lifecycle/executors)", "Documenti")
	told(host, "e con le foto?", "converte immagini")
	told(host, "what can you do with archives?", "For “archives” I have these tools")
	told(host, "perché non puoi leggere /etc?", "fuori dalle cartelle concesse")
	told(host, "cosa puoi vedere?", `\~`)
	told(host, "dove tieni i miei dati?", w.data)

	if out := say(host, "trova i file pdf in Documenti"); out.Origin == core.FromTutor || out.Table == nil {
		t.Fatalf("%s %q", out.Origin, out.Message)
	}
	told(host, "che cos'è la sandbox?", "processo suo")
	if out := say(host, "spostali in Archivio"); out.Effects.Mutations != 3 { // what was found is still what is spoken of
		t.Errorf("%s %q", out.Kind, out.Message)
	}
	if out := say(host, "sovrascrivi il file Documenti/notes.md con scritto: new"); out.Kind != core.Approval {
		t.Fatalf("%s %q", out.Kind, out.Message)
	}
	told(host, "perché mi chiedi conferma?", "Chiedo un sì")
	if out := say(host, "sì"); out.Kind != core.Answer { // what waited still waits
		t.Errorf("%s %q", out.Kind, out.Message)
	}
	if text, err := os.ReadFile(filepath.Join(w.home, "Documenti", "notes.md")); err != nil || strings.TrimSpace(string(text)) != "new" {
		t.Errorf("%q %v", text, err)
	}
	say(host, "manda una mail a Luca")
	told(host, "perché non l'hai fatto?", "manda una mail a Luca", "Non ho ancora modo di farlo")
	told(host, "cosa hai fatto oggi?", "spostali in Archivio", "3 modifiche")

	if out, err := s.command("user", "add", "bruno", "--role", "guest").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var done settings.Done
	host.call("invite", "settings.act", map[string]string{"route": "people/users", "control": "invite", "row": "bruno"}, &done)
	guest := s.signInAt(done.Secret)
	told(guest, "cosa hai fatto oggi?", "non mi hai chiesto niente")
	told(guest, "dove vedo gli utenti?", "la vede solo chi amministra")
	told(guest, "come sposto i file?", "Tu sei ospite")
	if out := say(guest, "dove tieni i miei dati?"); strings.Contains(out.Message, w.data) {
		t.Errorf("a guest is told %q", out.Message)
	}
	if out := w.ask("dove cambio la lingua?"); out.Origin != core.FromTutor || !strings.Contains(out.Message, "Impostazioni › Memoria › Preferenze") || strings.Contains(out.Message, "](") {
		t.Errorf("on the command line: %s %q", out.Origin, out.Message)
	}
}

// The place an answer names is a link that opens the page, where the conversation was.
func TestWebTutor_Links(t *testing.T) {
	v := openScreen(t)
	s := newWorld(t, strings.Replace(anyPort, `language = "it"`, `language = "en"`, 1)).serve()
	v.do(chromedp.Navigate(s.link), chromedp.Click(chromedp.CSS("button[type=submit]")))
	v.do(chromedp.EmulateViewport(1180, 800))
	v.is(`document.querySelector("#state")?.dataset.state === "online"`)
	v.say("what can you do with CSV files?")
	v.is(`document.querySelectorAll(".reply li").length >= 3`)
	v.say("where do I change the language?")
	v.is(`document.querySelector('.reply a[href="/settings/memory/preferences"]')`)
	v.shoot("questions")
	v.click(`.reply a[href="/settings/memory/preferences"]`)
	v.is(`location.pathname === "/settings/memory/preferences" && document.querySelector("#settings h2")?.textContent === "Preferences"`)
}
