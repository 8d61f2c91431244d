package table

import (
	"path/filepath"
	"strconv"

	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/plan"
)

// target is the path of the file that is written.
func (b Planner) target(w *wish.Wish) (string, error) {
	if w.SinkPlace == nil {
		return b.Below(w.Sink.Text), nil
	}
	ch, err := b.Folder(*w.SinkPlace)
	if err == nil && ch.Path == "" {
		err = steps.Unknown(w.SinkPlace.Text)
	}
	return filepath.Join(ch.Path, w.Sink.Text), err
}

// saved writes the rows, those columns of them when some were named.
func (b Planner) saved(w *wish.Wish, in *steps.Items, columns []string, template string) error {
	t := b.Writer(w.Sink.Text, "entries")
	if t == nil {
		return b.missing()
	}
	if in.Previous && len(columns) == 0 {
		return steps.Unknown(b.Req.Text)
	}
	var err error
	groups := w.By != "" // whose columns are known, not words of the person
	if len(columns) > 0 && !(groups && t.Has("columns")) {
		if in, err = b.projected(columns, in); err != nil {
			return err
		}
	}
	path, err := b.target(w)
	if err != nil {
		return err
	}
	args := map[string]any{}
	t.Put(args, "new_path", path)
	if template != "" && t.Parts.Qualifier == "" {
		t.Put(args, "template", template)
	}
	if extension(path) == "tsv" && t.Has("delimiter") {
		t.Put(args, "delimiter", "\t") // whatever the table had
	}
	if len(columns) > 0 && t.Has("columns") {
		t.Put(args, "columns", literals(columns))
	}
	if groups && t.Has("titles") {
		t.Put(args, "titles", literals(b.titles(w)))
	}
	out, err := b.step(t, args, in)
	if err != nil {
		return err
	}
	b.Changes++
	b.Last, b.Framework.Shape = out, plan.ShapeReceipt
	return nil
}

// titles are what stands above the groups and above what was counted or calculated of each.
func (b Planner) titles(w *wish.Wish) []string {
	if len(w.Measures) == 0 {
		return []string{w.By, map[string]string{"it": "quanti", "en": "count"}[b.Reading.Lang]}
	}
	it := b.Reading.Lang == "it"
	title := w.Measures[0].Column
	if total := w.Measures[0].Op == "sum"; title == "" && total && it { // of a column nobody named
		title = "totale"
	} else if title == "" && total {
		title = "total"
	}
	return []string{w.By, title}
}

func literals(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = plan.Literal(text)
	}
	return out
}

// savedValue writes the one value that was calculated.
func (b Planner) savedValue(w *wish.Wish) error {
	t := b.Writer(w.Sink.Text, "text")
	if t == nil {
		return b.missing()
	}
	path, err := b.target(w)
	if err != nil {
		return err
	}
	args := map[string]any{t.ByMeaning["text"]: "${step" + strconv.Itoa(b.Result.Step) + ".value}\n"}
	t.Put(args, "new_path", path)
	b.Last = steps.Output(t, b.Add(t, args), nil)
	b.Changes++
	b.Framework.Shape = plan.ShapeReceipt
	return nil
}
