package example

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/rank"
)

//go:embed examples.lex
var shipped string

// lines are sentences by executor and language; "*" is any kind of files.
type lines map[[2]string][]string

var known = sync.OnceValue(func() lines {
	l, err := parse(shipped)
	if err != nil {
		panic(err) // the embedded file is checked by the tests
	}
	return l
})

func parse(text string) (lines, error) {
	l, n := lines{}, 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		head, sentence, ok := strings.Cut(line, " : ")
		fields := strings.Fields(head)
		if !ok || len(fields) != 2 || fields[1] != "it" && fields[1] != "en" {
			return nil, fmt.Errorf("examples.lex, line %d: want `executor language : sentence`", n)
		}
		key := [2]string{fields[0], fields[1]}
		l[key] = append(l[key], strings.TrimSpace(sentence))
	}
	return l, nil
}

// feminine are the words for files of a kind that Italian counts with "quante".
var feminine = strings.Fields("foto fotografie fotografia immagini immagine figure figura canzoni canzone registrazioni registrazione musiche musica presentazioni presentazione tabelle tabella clip")

// article is what goes before Italian words for things, and how they are counted.
func article(things string) (the, many string) {
	words := strings.Fields(strings.ToLower(things))
	switch {
	case len(words) > 0 && slices.Contains(feminine, words[0]):
		return "le", "quante"
	case len(words) > 0 && (strings.HasPrefix(words[0], "z") || strings.HasPrefix(words[0], "a") || strings.HasPrefix(words[0], "e")):
		return "gli", "quanti"
	}
	return "i", "quanti"
}

// Executors lists the executors that have sentences of their own.
func Executors() (names []string) {
	for key := range known() {
		if key[0] != "*" && !slices.Contains(names, key[0]) {
			names = append(names, key[0])
		}
	}
	slices.Sort(names)
	return names
}

// Finder finds sentences for one turn.
type Finder struct {
	Composer plan.Proposer
	Request  plan.Request // without its text
	stage    stage
	drafts   map[string]plan.Draft
	files    map[string]string // by kind: one the person has
	all      []string          // their files
}

// New prepares a finder for a turn.
func New(composer plan.Proposer, t core.Turn, places plan.Places, catalog []core.Executor) *Finder {
	return &Finder{Composer: composer, stage: stage{Places: places, home: t.Home}, drafts: map[string]plan.Draft{}, files: map[string]string{},
		Request: plan.Request{Lang: t.Lang, Now: t.Now, Zone: t.Zone, Home: t.Home, Places: places, Catalog: catalog}}
}

// Draft is what the composer makes of a sentence over the person's own folders.
func (f *Finder) Draft(ctx context.Context, text, lang string) plan.Draft {
	return f.draft(ctx, text, lang, f.Request.Places)
}

// Staged is the same where every folder and file that is named would be there.
func (f *Finder) Staged(ctx context.Context, text, lang string) plan.Draft {
	return f.draft(ctx, text, lang, f.stage)
}

func (f *Finder) draft(ctx context.Context, text, lang string, places plan.Places) plan.Draft {
	_, staged := places.(stage)
	key := fmt.Sprint(staged, lang, text)
	if d, done := f.drafts[key]; done {
		return d
	}
	req := f.Request
	req.Text, req.Lang, req.Places = text, lang, places
	d, err := f.Composer.Propose(ctx, req)
	if err != nil {
		d = plan.Draft{}
	}
	f.drafts[key] = d
	return d
}

// alike is how much a sentence must be like what was said to come before a plainer one.
const alike = 0.4

// For lists up to n sentences a person may write to have an executor used, each of which makes a plan with it.
//
// like is what the person said: the sentences nearest to it come first.
func (f *Finder) For(ctx context.Context, tool core.Executor, lang, like string, n int) (out []string) {
	m := tool.Manifest
	candidates := known()[[2]string{m.Name, lang}]
	if len(candidates) == 0 {
		candidates = m.Affinity[lang]
	}
	if like != "" {
		near := func(candidate string) float64 {
			if s := rank.Of(lang).Similarity(like, candidate); s >= alike {
				return s
			}
			return 0
		}
		candidates = slices.Clone(candidates)
		slices.SortStableFunc(candidates, func(a, b string) int { return cmp.Compare(near(b), near(a)) })
	}
	for _, c := range candidates {
		if len(out) == n {
			break
		}
		said := f.fill(c, lang, "")
		d := f.Staged(ctx, said, lang)
		framework := d.Framework
		if d.Question != nil {
			framework = d.Question.Partial
		}
		if (d.Accepted || d.Question != nil) && slices.Contains(framework.Tools(), m.Name) {
			out = append(out, said)
		}
	}
	return out
}

// Begin lists up to n sentences for who does not know where to begin, one for each kind of thing before a second one.
// Each makes a plan now, over what the person has, and changes nothing: a press is all it takes.
func (f *Finder) Begin(ctx context.Context, lang string, n int) (out []string) {
	for round := range 3 {
		for _, name := range plainest {
			at := slices.IndexFunc(f.Request.Catalog, func(ex core.Executor) bool { return ex.Manifest.Name == name })
			said := known()[[2]string{name, lang}]
			if at < 0 || len(out) == n || round >= len(said) || f.Request.Catalog[at].Manifest.Execution.Effect != "read_only" {
				continue
			}
			sentence := f.fill(said[round], lang, "")
			if d := f.Draft(ctx, sentence, lang); d.Accepted && d.Question == nil && !slices.Contains(out, sentence) && slices.Contains(d.Framework.Tools(), name) {
				out = append(out, sentence)
			}
		}
	}
	return out
}

// plainest are the executors people ask for first.
var plainest = []string{"find_files", "read_files_csv", "describe_processes", "get_now", "find_dirs", "compute_numbers", "find_files_hash", "list_tasks", "get_processes", "get_preferences"}

// About lists up to n sentences about files of a kind, as people call it, each of which makes a plan.
func (f *Finder) About(ctx context.Context, things, lang string, n int) (out []string) {
	for _, c := range known()[[2]string{"*", lang}] {
		if len(out) == n {
			break
		}
		if said := f.fill(c, lang, things); f.Staged(ctx, said, lang).Accepted {
			out = append(out, said)
		}
	}
	return out
}

// stage has every folder and file a sentence names: the person's own where there are some.
type stage struct {
	plan.Places
	home string
}

func (s stage) Folder(spoken string) []string {
	if found := s.Places.Folder(spoken); len(found) > 0 || spoken == "" || strings.ContainsAny(spoken, "/\\") {
		return found
	}
	if !slices.ContainsFunc(folders, func(pair [2]string) bool { return slices.Contains(pair[:], spoken) }) {
		return nil
	}
	return []string{filepath.Join(s.home, spoken)}
}

func (s stage) File(spoken string) []string {
	if found := s.Places.File(spoken); len(found) > 0 || filepath.Ext(spoken) == "" || strings.ContainsAny(spoken, "/\\ ") {
		return found
	}
	return []string{filepath.Join(s.home, spoken)}
}

// folders are those an example may name, the likeliest first, by language.
var folders = [][2]string{{"Documenti", "Documents"}, {"Scaricati", "Downloads"}, {"Immagini", "Pictures"}, {"Scrivania", "Desktop"}}

// files are the names of files an example may need, by language, where the person has none of the kind.
var files = map[string][2]string{
	"csv": {"spese.csv", "expenses.csv"}, "txt": {"appunti.txt", "notes.txt"}, "txt2": {"verbale.txt", "minutes.txt"}, "pdf": {"contratto.pdf", "contract.pdf"},
	"xlsx": {"listino.xlsx", "prices.xlsx"}, "image": {"scontrino.jpg", "receipt.jpg"}, "zip": {"foto.zip", "photos.zip"},
}

// endings are those of the files of a kind.
var endings = map[string][]string{"csv": {".csv"}, "txt": {".txt"}, "pdf": {".pdf"}, "xlsx": {".xlsx"}, "image": {".jpg", ".jpeg", ".png"}, "zip": {".zip"}}

// plainName is a file name that can be said without quotation marks.
var plainName = regexp.MustCompile(`^[\pL\d_-]+\.[a-z]+$`)

// own is the name of a file of a kind the person has, the least deep first: one that means that file alone. "" is none.
func (f *Finder) own(kind string) string {
	name, known := f.files[kind]
	lister, lists := f.Request.Places.(interface {
		Inside(folder string, deep bool) (paths []string, whole bool)
	})
	if known || !lists || endings[kind] == nil {
		return name
	}
	if f.all == nil {
		f.all, _ = lister.Inside(f.Request.Home, true)
		slices.SortStableFunc(f.all, func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
		})
	}
	for _, path := range f.all {
		base := filepath.Base(path)
		if !slices.Contains(endings[kind], filepath.Ext(base)) || !plainName.MatchString(base) || strings.Contains(path, "/.") {
			continue
		}
		if found := f.Request.Places.File(base); len(found) == 1 && found[0] == path {
			name = base
			break
		}
	}
	f.files[kind] = name
	return name
}

// fill puts names into a sentence: a folder that is there before one that is not.
func (f *Finder) fill(sentence, lang, things string) string {
	if !strings.Contains(sentence, "{") {
		return sentence
	}
	at := 0
	if lang == "en" {
		at = 1
	}
	var pairs []string
	first, second := folders[0][at], folders[1][at]
	if strings.Contains(sentence, "{folder") {
		for _, pair := range folders {
			if found := f.Request.Places.Folder(pair[at]); len(found) > 0 {
				if own := filepath.Base(found[0]); filepath.Dir(found[0]) == f.Request.Home {
					first = own
					break
				}
			}
		}
		if first == second {
			second = folders[0][at]
		}
	}
	article, many := article(things)
	pairs = append(pairs, "{folder2}", second, "{folder}", first, "{things}", things, "{the}", article, "{how many}", many)
	for kind, names := range files {
		if place := "{" + kind + "}"; strings.Contains(sentence, place) {
			pairs = append(pairs, place, cmp.Or(f.own(kind), names[at]))
		}
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}
