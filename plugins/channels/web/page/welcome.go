package page

import "net/http"

// Welcome fills one step of the first run.
type Welcome struct {
	Lang        string // it or en
	Theme       string // light or dark; "" follows the system
	Form        string // proof for the forms
	Problem     string // key of the sentence that says what went wrong
	Step        string // language, name, folders, confinement or question
	Back        string // the step before; "" at the first
	At, Of      int    // how far it is
	Name        string
	Home        string
	Reach       string // home, some or none
	Write       bool
	Folders     []Folder
	File        string // where the choice is kept
	Confinement string // a sentence of the core
	Weak        bool
	Suggestions []string
}

// Other is the language that was not chosen.
func (v Welcome) Other() string { return SignIn{Lang: v.Lang}.Other() }

// Folder is one that can be granted.
type Folder struct {
	Path    string `json:"path"`
	Name    string `json:"-"`
	Granted bool   `json:"granted"`
}

// WriteWelcome answers with a step of the first run.
func WriteWelcome(w http.ResponseWriter, status int, v Welcome) { write(w, status, "welcome.html", v) }
