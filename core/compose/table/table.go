package table

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/table/hearing"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Planner plans requests about tables into the steps of its builder.
type Planner struct{ *steps.Builder }

// About reports whether a sentence is about a table the catalog can read: it names a file of such an extension, or
// goes on from an answer made of one.
func (b Planner) About() bool {
	for i, t := range b.Reading.Tokens {
		switch t.Kind {
		case token.File, token.Path, token.Quoted:
			if b.rowsOf(extension(t.Text)) != nil {
				return true
			}
		case token.Word, token.Ext:
			for _, s := range vocab.For(b.Reading.Lang).Look([]string{t.Fold}) {
				if i > 0 && s.Class == "ext" && b.rowsOf(s.Value) != nil {
					return true
				}
			}
		}
	}
	return b.continues()
}

// rowsOf is the executor that reads the rows of files of an extension, nil when there is none.
func (b Planner) rowsOf(ext string) *shelf.Tool {
	if ext == "" {
		return nil
	}
	if t := b.Reader(ext, "paths"); t != nil && t.Rows() {
		return t
	}
	return nil
}

// continues reports whether the previous answer was made of the rows of a table.
func (b Planner) continues() bool {
	p := b.Req.Previous
	if p == nil || p.Ref == "" {
		return false
	}
	return slices.ContainsFunc(p.Framework.Steps, func(s plan.Step) bool {
		t := b.Shelf.Named(s.Tool)
		return t != nil && t.Rows()
	})
}

// Plan makes the steps of what the sentence asks, or refuses.
func (b Planner) Plan() error {
	if len(b.Reading.Unknown) > 0 {
		return steps.Unknown(b.Reading.Unknown...)
	}
	g, err := hearing.Of(b.Builder, b.continues(), b.conjoined())
	if err != nil {
		return err
	}
	if g.Empty() && !(b.conjoined() && len(g.Files) == 1 && hearing.Lone(b.Reading.Facts)) {
		return steps.Unknown(b.Req.Text)
	}
	if g.Conjoined && b.chained() && len(g.Where) > 0 && len(g.Files) == 0 {
		return steps.Unknown(b.Req.Text) // "and Neri's?" of those of Rossi alone
	}
	if b.goesOn(g); g.Empty() {
		return steps.Unknown(b.Req.Text)
	}
	in, err := b.read(&g.Wish)
	if err != nil {
		return err
	}
	if in, err = b.kept(&g.Wish, in); err != nil {
		return err
	}
	if g.Spent && g.By == "" { // "who spent the most" says of no column: the person is asked which
		g.By = orElse(g.Noun, map[string]string{"it": "chi", "en": "who"}[b.Reading.Lang])
		if len(g.Measures) == 0 {
			g.Measures = []wish.Measure{{Op: "sum"}}
		}
	}
	if g.By != "" {
		err = b.grouped(&g.Wish, in)
	} else {
		err = b.answered(&g.Wish, in)
	}
	if err == nil && b.Question != nil {
		q := *b.Question
		q.Partial = b.Framework
		return &steps.Refusal{Draft: plan.Draft{Question: &q}}
	}
	return err
}

// read makes the steps that read the rows: of the files named, of all of a kind in a folder, or those of the answer
// before.
func (b Planner) read(w *wish.Wish) (*steps.Items, error) {
	if len(w.Paths) > 0 {
		return b.known(w)
	}
	if len(w.Files) == 0 && w.Ext == "" {
		in := b.Referred()
		if in == nil || !b.continues() || w.Folder != nil {
			return nil, steps.Unknown(b.Req.Text)
		}
		return in, nil
	}
	ext := w.Ext
	if len(w.Files) > 0 {
		ext = extension(w.Files[0].Text)
	}
	t := b.rowsOf(ext)
	if t == nil {
		return nil, steps.Unknown(b.Req.Text)
	}
	if err := b.readOthers(w); err != nil {
		return nil, err
	}
	args := map[string]any{}
	if len(w.Files) == 0 {
		in, err := b.every(w, ext)
		if err != nil {
			return nil, err
		}
		if !b.Feed(t, args, in) {
			return nil, steps.Unknown(b.Req.Text)
		}
		return steps.Output(t, b.Add(t, args), nil), nil
	}
	within, err := b.within(w)
	if err != nil {
		return nil, err
	}
	var paths []any
	for _, f := range w.Files {
		if extension(f.Text) != ext {
			return nil, steps.Unknown(f.Text)
		}
		path, err := b.path(t, f, within, len(w.Files) == 1)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	if b.Question == nil && !b.Feed(t, args, &steps.Items{Paths: paths}) {
		return nil, steps.Unknown(b.Req.Text)
	}
	return steps.Output(t, b.Add(t, args), nil), nil
}

// every makes the step that finds all the files of an extension in the folder said.
func (b Planner) every(w *wish.Wish, ext string) (*steps.Items, error) {
	find := b.Shelf.Find("find", "files", "folder", "extension")
	if find == nil || w.Folder == nil {
		return nil, steps.Unknown(b.Req.Text)
	}
	args := map[string]any{}
	if err := b.Existing(find, args, "folder", *w.Folder); err != nil {
		return nil, err
	}
	find.Put(args, "extension", ext)
	find.Put(args, "recursive", w.Deep)
	return steps.Output(find, b.Add(find, args), nil), nil
}

func (b Planner) within(w *wish.Wish) (string, error) {
	if w.Folder == nil {
		return "", nil
	}
	ch, err := b.Folder(*w.Folder)
	if err == nil && ch.Path == "" {
		err = steps.Unknown(w.Folder.Text)
	}
	return ch.Path, err
}

// path resolves a file that is read; when its name means several it asks which. The answer completes the plan when the
// step reads that file alone and nothing else is asked: else the sentence has to be said again.
func (b Planner) path(t *shelf.Tool, f speech.Capture, within string, alone bool) (any, error) {
	ch, err := b.File(f, within)
	switch {
	case err != nil:
		return nil, err
	case ch.Path != "":
		return plan.Literal(ch.Path), nil
	case alone && b.Question == nil:
		b.Ask(t, t.PathSemantic(), "which_file", ch.Options, "name", f.Text)
		return nil, nil
	}
	return nil, &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "which_file", Options: ch.Options, Params: map[string]string{"name": f.Text}}}}
}

// extension is the extension of a file's name, without its dot.
func extension(name string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")
}
