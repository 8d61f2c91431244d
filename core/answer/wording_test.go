package answer

import (
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func (w Writer) said(lang string, shape plan.Shape, s Step) string {
	return w.Reply(Account{Lang: lang, Home: "/home/anna", Zone: time.UTC, Shape: shape, Steps: []Step{s}}).Message
}

func listing(types ...string) Step {
	m := reader("list_dirs")
	m.Output.Fields = map[string]string{"path": "path", "type": "text"}
	m.Args.Properties["type"] = manifest.Property{Semantic: "entry_type"}
	m.Presentation.Columns = []manifest.Column{{Key: "name"}, {Key: "type"}, {Key: "size", Type: "bytes"}}
	s := Step{Manifest: m, Args: map[string]any{"path": "/home/anna/Doc"}}
	for i, kind := range types {
		s.Result.Entries = append(s.Result.Entries, map[string]any{"path": "/home/anna/Doc/" + string(rune('a'+i)), "type": kind})
	}
	return s
}

// What a folder holds is counted by type, and the types have names in both languages.
func TestItemsAreCountedByType(t *testing.T) {
	w := writer(t)
	for _, c := range []struct {
		lang, want string
		step       Step
	}{
		{"it", "In Doc ci sono 3 elementi: 1 cartella e 2 file:\n- Doc/a\n- Doc/b: cartella\n- Doc/c", listing("file", "folder", "file")},
		{"en", "In Doc there are 3 items: 1 folder, 1 file and 1 link:\n- Doc/a\n- Doc/b: folder\n- Doc/c: link", listing("file", "folder", "link")},
		{"it", "In Doc ci sono 2 cartelle:\n- Doc/a: cartella\n- Doc/b: cartella", listing("folder", "folder")},
		{"it", "In Doc non ho trovato nessun elemento.", listing()},
	} {
		if got := w.said(c.lang, plan.ShapeList, c.step); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	only := listing()
	only.Args["type"] = "folder"
	if got := w.said("en", plan.ShapeList, only); got != "In Doc I found no folders." {
		t.Errorf("%q", got)
	}
	row := w.Reply(Account{Lang: "it", Home: "/home/anna", Shape: plan.ShapeList, Steps: []Step{listing("folder")}}).Table.Rows[0]
	if row["type"] != "cartella" {
		t.Errorf("the table says %v", row)
	}
}

// Files are called what they were asked for, and a pattern is never shown.
func TestFilesAreCalledWhatWasAskedFor(t *testing.T) {
	w := writer(t)
	for _, c := range []struct {
		name     string
		value    any
		it, en   string
		semantic string
	}{
		{"kind", "image", "Ci sono 2 foto.", "There are 2 photos.", "kind"},
		{"extensions", []any{"pdf"}, "Ci sono 2 file PDF.", "There are 2 PDF files.", "extension"},
		{"extensions", []any{"docx", "doc"}, "Ci sono 2 file DOCX/DOC.", "There are 2 DOCX/DOC files.", "extension"},
		{"glob", "contratto.*", "Ci sono 2 file («contratto»).", "There are 2 files (“contratto”).", "glob"},
		{"glob", "*contratto*", "Ci sono 2 file («contratto»).", "There are 2 files (“contratto”).", "glob"},
		{"glob", ".*", "Ci sono 2 file.", "There are 2 files.", "glob"},
		{"text", "IVA", "Ci sono 2 file («IVA»).", "There are 2 files (“IVA”).", "text_query"},
	} {
		m := reader("find_files")
		m.Args.Properties[c.name] = manifest.Property{Semantic: c.semantic}
		s := Step{Manifest: m, Args: map[string]any{c.name: c.value}, Result: sdk.Result{OK: true, Entries: files(2), Value: 2.0}}
		if got := w.said("it", plan.ShapeCount, s); got != c.it {
			t.Errorf("%q, want %q", got, c.it)
		}
		if got := w.said("en", plan.ShapeCount, s); got != c.en {
			t.Errorf("%q, want %q", got, c.en)
		}
	}
}

func TestTheClockSpeaksInSentences(t *testing.T) {
	w := writer(t)
	for _, c := range []struct {
		field  string
		offset float64
		value  string
		zone   string
		it, en string
	}{
		{"time", 0, "13:50", "", "Sono le 13:50.", "It is 13:50."},
		{"time", 0, "13:50", "Tokyo", "Sono le 13:50 (Asia/Tokyo).", "It is 13:50 (Asia/Tokyo)."},
		{"weekday", 0, "D", "", "Oggi è D 30 N 2026.", "Today is D 30 N 2026."},
		{"date", 1, "30 N 2026", "", "Domani è D 30 N 2026.", "Tomorrow is D 30 N 2026."},
		{"date", -9, "30 N 2026", "", "Era D 30 N 2026.", "It was D 30 N 2026."},
		{"", 0, "D 30 N 2026, 13:50", "", "Sono le 13:50 di D 30 N 2026.", "It is 13:50 on D 30 N 2026."},
		{"year", 0, "2026", "", "Siamo nel 2026.", "It is 2026."},
		{"month", 40, "gennaio", "", "Gennaio.", "Gennaio."},
	} {
		m := reader("get_now")
		m.Output.Collection, m.Presentation.View = "entries", "scalar"
		m.Args.Properties["zone"], m.Args.Properties["field"] = manifest.Property{Semantic: "zone"}, manifest.Property{Semantic: "field"}
		s := Step{Manifest: m, Args: map[string]any{"offset_days": c.offset}, Result: sdk.Result{OK: true, Value: c.value, Entries: []map[string]any{
			{"weekday": "D", "date": "30 N 2026", "time": "13:50", "zone": "Asia/Tokyo"}}}}
		if c.field != "" {
			s.Args["field"] = c.field
		}
		if c.zone != "" {
			s.Args["zone"] = c.zone
		}
		if got := w.said("it", plan.ShapeScalar, s); got != c.it {
			t.Errorf("%q, want %q", got, c.it)
		}
		if got := w.said("en", plan.ShapeScalar, s); got != c.en {
			t.Errorf("%q, want %q", got, c.en)
		}
	}
}

func TestReceiptsNameTheFoldersTheyMade(t *testing.T) {
	m := reader("move_files")
	m.Execution.Effect, m.Output.Collection = "reversible", "results"
	s := Step{Manifest: m, Result: sdk.Result{OK: true, Results: []map[string]any{{"path": "/home/anna/New/a", "source": "/home/anna/a"}},
		Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true},
		Undo:    &sdk.Undo{Evidence: []map[string]any{{"from": "/home/anna/a", "to": "/home/anna/New/a"}, {"action": "folder", "path": "/home/anna/New"}}}}}
	if got := writer(t).said("it", plan.ShapeReceipt, s); got != "Ho spostato a: ora è New/a. Ho creato anche la cartella New." {
		t.Errorf("%q", got)
	}
	m.Name = "create_dirs"
	s.Result = sdk.Result{OK: true, Results: []map[string]any{{"path": "/home/anna/New", "created": false}}, Effects: sdk.Counters{Items: 1, Countable: true}}
	if got := writer(t).said("en", plan.ShapeReceipt, s); got != "New is already there." {
		t.Errorf("%q", got)
	}
}

// A few refused executors are explained, many are one line with the remedy.
func TestLeftOutIsShortWhenMany(t *testing.T) {
	w := notice.Writer{Say: writer(t).Say}
	why := sdk.Errorf(sdk.PolicyDenied, "signature_mismatch", "x").With("key", "abc").With("file", "/x")
	few := w.LeftOut("en", []notice.LeftOut{{Name: "find_files", File: "/store/plugin", Err: why}, {Name: "move_files", File: "/store/plugin", Err: why}})
	if !strings.Contains(few, "find_files, move_files") || strings.Count(few, "/store/plugin") != 1 {
		t.Errorf("%q", few)
	}
	many := w.LeftOut("en", []notice.LeftOut{{Name: "c", File: "/3", Err: why}, {Name: "a", File: "/1", Err: why}, {Name: "b", File: "/2", Err: why}})
	if !strings.Contains(many, "a, b, c") || strings.Contains(many, "/1") || !strings.Contains(many, "metnos doctor") || strings.Count(many, "\n") != 1 {
		t.Errorf("%q", many)
	}
	if none := w.LeftOut("en", nil); none != "" {
		t.Errorf("%q", none)
	}
}
