package intent

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/vocab"
)

// Clause is one request of a sentence.
type Clause struct {
	Verb   string // of the vocabulary: find, read, move, delete, ...
	Said   string // the finer verb of the lexicon: show, put, save, rename, ...; "" for a bare question
	Object string // the first thing it names, "" when it names none
	Things []string
	// Folder is set when a folder is named, as the thing or as the place where things are.
	Folder     bool
	Extensions []string // of the things, not of what they become
	Kinds      []string
	Quantity   int    // how many things it asks for, 0 when it does not say
	Unit       string // what is counted when it is not things: lines, words, chars
	FromEnd    bool   // the last ones
	Ranked     bool   // the largest, the newest: which ones depends on an order
	Plural     bool   // it speaks of several things
	Them       bool   // it speaks of several things named before: "delete them"
	Sized      bool   // it asks how large
	Contents   bool   // it asks what is in a folder
	New        bool   // it speaks of a new thing
	Places     []Place
	Words      []string // folded, in order; "" for names and texts
	Text       string

	Denied bool // "do not ...": it must not be done
	Hedged bool // the sentence has a negation, a condition or a doubt: it orders nothing
	Loose  bool // the sentence leaves something out or open: except, some, or
}

// Place is a path, a file or a quoted name the person wrote.
type Place struct {
	Text string
	Role string // from | to | in | "": the preposition before it
	File bool   // it has an extension
	Path bool   // it has a slash or starts at home
}

// Orders reports whether the clause is an order to be carried out.
func (c Clause) Orders() bool { return !c.Denied && !c.Hedged && c.Verb != "" }

// covers are the verbs of executors that do what a lexicon verb asks, beside the verb itself.
var covers = map[string][]string{
	"move": {"move", "compress", "set"}, "put": {"move", "write", "create", "set", "compress", "send"}, "rename": {"move", "set"},
	"copy": {"move", "write", "create"}, "split": {"move"}, "delete": {"delete"}, "create": {"create", "write", "set", "compress"}, "make": {"create", "write", "compress"},
	"write": {"write", "create", "set"}, "save": {"write", "create", "set"}, "append": {"write", "create", "set"}, "replace": {"write", "set"},
	"compress": {"compress", "create", "write"}, "extract": {"extract", "filter", "create", "write"}, "send": {"send"}, "share": {"share", "send"},
	"install": {"install"}, "remind": {"create", "set"}, "set": {"set"}, "convert": {"change", "create", "write", "render"},
	"translate": {"render", "create", "write"}, "start": {"act", "open", "create"}, "tidy": {"move"}, "sort": {"sort", "move"}, "group": {"group", "move"},
}

// required are the verbs whose action no plan may leave out.
var required = []string{"move", "put", "rename", "copy", "delete", "create", "write", "save", "append", "replace", "compress", "send", "share", "install", "remind"}

// verbs are the vocabulary verbs behind the lexicon's.
var verbs = map[string]string{
	"show": "list", "tell": "find", "count": "find", "open": "read", "look": "find", "take": "find", "keep": "find",
	"put": "move", "rename": "move", "split": "move", "copy": "move", "make": "create", "save": "write", "append": "write", "replace": "write",
	"tidy": "move", "sum": "compute", "convert": "change", "translate": "render", "summarize": "describe", "remind": "create", "start": "act",
}

// Required reports whether a plan that leaves the action out does not do what was asked.
func (c Clause) Required() bool { return c.Orders() && slices.Contains(required, c.Said) }

// CoveredBy reports whether an executor of a verb does what the clause asks.
func (c Clause) CoveredBy(verb string) bool {
	if list := covers[c.Said]; list != nil {
		return slices.Contains(list, verb)
	}
	return c.Verb == verb
}

// Reading reports whether the clause only asks for things to be found, shown or told.
func (c Clause) Reading() bool {
	return c.Verb == "" || slices.Contains([]string{"find", "list", "read", "get", "describe", "compute", "filter", "sort", "group", "compare", "classify"}, c.Verb)
}

// Says reports whether the clause holds a name as one of its places, or word for word.
func (c Clause) Says(name string) bool {
	name = vocab.Fold(strings.TrimSuffix(name, "/"))
	for _, p := range c.Places {
		said := strings.TrimSuffix(vocab.Fold(p.Text), "/")
		if said == name || strings.HasSuffix(said, "/"+name) {
			return true
		}
	}
	return name != "" && strings.Contains(" "+strings.Join(c.Words, " ")+" ", " "+name+" ")
}

// named reports whether the clause speaks of things of an object.
func (c Clause) Names(object string) bool { return slices.Contains(c.Things, object) }
