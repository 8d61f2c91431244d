package recall

import (
	"fmt"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/vocab"
)

// Crowd adds executors to a catalog until there are n: the same thing done elsewhere, something else done to the same
// thing. They are made by rule from what is in the catalog, always the same, and none of them does what one of the catalog
// does: what gives the same things without a qualifier would be as right as the right one.
func Crowd(catalog []entry.Entry, n int) []entry.Entry {
	out := slices.Clone(catalog)
	taken := make(map[string]bool, n)
	var names []string
	for _, e := range catalog {
		taken[e.Name] = true
		names = append(names, e.Name)
	}
	base := slices.Clone(catalog)
	slices.SortFunc(base, func(a, b entry.Entry) int { return strings.Compare(a.Name, b.Name) })
	add := func(e entry.Entry) {
		if !taken[e.Name] && len(out) < n {
			taken[e.Name] = true
			out = append(out, e)
		}
	}
	near := neighbours(names)
	for round := 0; len(out) < n && round < len(elsewhere); round++ {
		for i, e := range base {
			if parts, err := vocab.CheckName(e.Name); err != nil || parts.Provider == "" {
				add(moved(e, elsewhere[(round+i)%len(elsewhere)]))
			}
		}
		for i := round * len(near) / len(elsewhere); i < (round+1)*len(near)/len(elsewhere); i++ {
			add(portray(near[i]))
		}
	}
	return out
}

// neighbours are verbs nobody has for the objects of the catalog, but for verbs that give things somebody gives.
func neighbours(names []string) (out []string) {
	gives, objects := map[string]bool{}, map[string]bool{}
	v := vocab.Closed()
	for _, name := range names {
		if parts, err := vocab.CheckName(name); err == nil && v.Object(parts.Object) {
			objects[parts.Object] = true
			gives[parts.Object] = gives[parts.Object] || v.Actions[parts.Verb] == vocab.Producer
		}
	}
	for _, object := range v.Objects.Names {
		for verb, role := range ordered(v.Actions) {
			if !objects[object] || gives[object] && role == vocab.Producer || words[object].en == "" {
				continue
			}
			name := verb + "_" + object
			if _, err := vocab.CheckName(name); err == nil {
				out = append(out, name)
			}
		}
	}
	return out
}

func ordered(actions map[string]vocab.Role) func(func(string, vocab.Role) bool) {
	keys := make([]string, 0, len(actions))
	for k := range actions {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return func(yield func(string, vocab.Role) bool) {
		for _, k := range keys {
			if !yield(k, actions[k]) {
				return
			}
		}
	}
}

// moved is the same executor for what is kept elsewhere: it says all that the right one says.
func moved(e entry.Entry, place string) entry.Entry {
	e.Name += "_" + place
	e.Description, e.Affinity = slices.Clone(e.Description), slices.Clone(e.Affinity)
	for i := range e.Description {
		e.Description[i].Text = strings.Replace(e.Description[i].Text, ".", " ("+place+").", 1)
	}
	for i := range e.Affinity {
		e.Affinity[i].Text += " " + place
	}
	return e
}

// portray writes the manifest texts of a name.
func portray(name string) entry.Entry {
	parts := strings.SplitN(name, "_", 2)
	verb, object := words[parts[0]], words[parts[1]]
	return entry.Entry{
		Name:        name,
		Description: []entry.Text{{Lang: "en", Text: fmt.Sprintf("SCOPE: %ss %s. PATTERN: which %s. NOT: other things. OUT: one item each.", verb.en, object.en, object.en)}},
		Affinity: []entry.Text{
			{Lang: "en", Text: verb.en + " the " + object.en}, {Lang: "en", Text: verb.en + " my " + object.en},
			{Lang: "it", Text: verb.it + " " + object.it}, {Lang: "it", Text: verb.it + " i miei " + object.it},
		},
	}
}

// elsewhere are services that hold things of a person.
var elsewhere = []string{"outlook", "dropbox", "notion", "slack", "trello", "onedrive", "icloud", "evernote", "asana", "nextcloud", "airtable", "todoist",
	"jira", "confluence", "teams", "zoom", "box", "mastodon", "matrix", "discord", "linear", "zotero", "joplin", "obsidian", "basecamp", "clickup", "miro", "figma", "gitlab", "bitbucket", "sharepoint", "mailchimp", "hubspot", "salesforce",
	"pocket", "instapaper", "raindrop", "strava"}

type gloss struct{ en, it string }

// words are the parts of names as people say them.
var words = map[string]gloss{
	"find": {"search", "cerca"}, "read": {"read", "leggi"}, "list": {"list", "elenca"}, "get": {"fetch", "prendi"}, "filter": {"filter", "filtra"},
	"sort": {"sort", "ordina"}, "group": {"group", "raggruppa"}, "compute": {"calculate", "calcola"}, "compare": {"compare", "confronta"},
	"classify": {"classify", "classifica"}, "describe": {"describe", "descrivi"}, "extract": {"extract", "estrai"}, "create": {"create", "crea"},
	"write": {"write", "scrivi"}, "move": {"move", "sposta"}, "delete": {"delete", "cancella"}, "set": {"set", "imposta"}, "change": {"change", "modifica"},
	"compress": {"compress", "comprimi"}, "render": {"render", "impagina"}, "order": {"order", "ordina"}, "install": {"install", "installa"},
	"login": {"sign in to", "accedi a"}, "open": {"open", "apri"}, "act": {"act on", "agisci su"}, "send": {"send", "invia"}, "share": {"share", "condividi"},
	"files": {"files", "file"}, "dirs": {"folders", "cartelle"}, "packages": {"programs", "programmi"}, "messages": {"messages", "messaggi"},
	"events": {"appointments", "appuntamenti"}, "contacts": {"contacts", "contatti"}, "places": {"places", "luoghi"}, "processes": {"processes", "processi"},
	"urls": {"web pages", "pagine web"}, "numbers": {"numbers", "numeri"}, "images": {"pictures", "immagini"}, "signatures": {"command signatures", "firme dei comandi"},
	"texts": {"texts", "testi"}, "proposals": {"proposals", "proposte"}, "persons": {"people", "persone"}, "tasks": {"tasks", "attività"},
	"credentials": {"credentials", "credenziali"}, "issues": {"issues", "segnalazioni"}, "pulls": {"pull requests", "richieste di merge"},
	"calendars": {"calendars", "calendari"}, "entries": {"records", "record"}, "lists": {"lists", "elenchi"}, "skills": {"skills", "abilità"},
	"sites": {"sites", "siti"}, "preferences": {"preferences", "preferenze"}, "approval": {"consent", "consenso"}, "inputs": {"forms", "moduli"},
}
