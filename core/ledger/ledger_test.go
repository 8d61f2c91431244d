package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger/days"
	"github.com/metnos/metnos/sdk"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func openAt(t testing.TB, dir string, o Options) *Ledger {
	t.Helper()
	l, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func turnRecord(kind string) Record {
	return Record{Kind: kind, At: noon, Owner: "anna", Turn: "0123456789abcdef"}
}

func appendAll(t testing.TB, l *Ledger, records ...Record) {
	t.Helper()
	for _, r := range records {
		if err := l.Append(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// dayFiles lists the open files of a ledger, oldest first.
func dayFiles(dir string) (names []string, err error) {
	_, list, err := days.Folder{Dir: dir}.List()
	for _, day := range list {
		names = append(names, day.File())
	}
	return names, err
}

// everything returns the text of every file of a ledger.
func everything(t testing.TB, dir string) string {
	t.Helper()
	names, err := dayFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, day := range names {
		text, err := os.ReadFile(filepath.Join(dir, day))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return string(all)
}

func verify(t testing.TB, dir string) Report {
	t.Helper()
	report, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// filled writes three records a day for three days and closes.
func filled(t testing.TB, dir string) {
	t.Helper()
	now := noon
	l := openAt(t, dir, Options{Now: func() time.Time { return now }})
	for day := range 3 {
		now = noon.AddDate(0, 0, day)
		for _, kind := range []string{"opened", "pending", "closed"} {
			r := turnRecord(kind)
			r.At, r.Text = now, fmt.Sprint("giorno ", day)
			appendAll(t, l, r)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAppendAndRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	filled(t, dir)
	l := openAt(t, dir, Options{Now: func() time.Time { return noon.AddDate(0, 0, 3) }})
	other := turnRecord("closed")
	other.Owner, other.Turn, other.At = "bob", "fedcba9876543210", noon.AddDate(0, 0, 3)
	appendAll(t, l, other)
	if report := verify(t, dir); !report.Intact() || report.Records != 10 || report.Files != 4 || len(report.Problems) != 0 {
		t.Fatalf("%+v", report)
	}
	all, err := Read(dir, "anna", Filter{})
	if err != nil || len(all) != 9 || all[0].Seq != 1 || all[8].Seq != 9 || all[0].Prev != "" || all[1].Prev != all[0].Hash {
		t.Errorf("%d entries, %v", len(all), err)
	}
	for name, tc := range map[string]struct {
		filter Filter
		want   []int64
	}{
		"turn":   {Filter{Turn: "01234567", Kinds: []string{"closed"}}, []int64{3, 6, 9}},
		"absent": {Filter{Turn: "fedc"}, nil},
		"time":   {Filter{Since: noon.AddDate(0, 0, 1), Until: noon.AddDate(0, 0, 2)}, []int64{4, 5, 6}},
		"latest": {Filter{Latest: 4}, []int64{6, 7, 8, 9}},
	} {
		got, err := Read(dir, "anna", tc.filter)
		var seqs []int64
		for _, e := range got {
			seqs = append(seqs, e.Seq)
		}
		if err != nil || !slices.Equal(seqs, tc.want) {
			t.Errorf("%s: %v %v", name, seqs, err)
		}
	}
	var out bytes.Buffer
	if err := Export(&out, dir, "bob"); err != nil || strings.Count(out.String(), "\n") != 1 || !strings.Contains(out.String(), `"owner":"bob"`) {
		t.Errorf("export: %v %s", err, out.String())
	}
	if _, err := Read(dir, "", Filter{}); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("read without owner: %v", err)
	}
	if err := Export(&out, dir, ""); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("export without owner: %v", err)
	}
	for path, want := range map[string]os.FileMode{"": 0o700, "head": 0o600, "2026-03-04.jsonl": 0o600} {
		info, err := os.Stat(filepath.Join(dir, path))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v %v", path, info.Mode(), err)
		}
	}
}

func TestRecordKeepsItsFields(t *testing.T) {
	dir := t.TempDir()
	l := openAt(t, dir, Options{})
	want := Record{Kind: "step", At: noon, Owner: "anna", Turn: "0123456789abcdef", N: 2, Tool: "find_files", Version: "1.0.0", Digest: "sha256:" + strings.Repeat("ab01", 16),
		Args: map[string]any{"path": "/home/anna", "limit": 3.0}, Step: &core.Step{N: 2, Tool: "find_files", OK: true, MS: 3.5, Sandbox: core.Sandbox{Level: "bwrap", Net: "none"}},
		Counters: &sdk.Counters{Items: 4, Countable: true}, Verdict: &core.Verdict{Ruling: core.Allow, Code: "ok"}}
	appendAll(t, l, want)
	got, err := Read(dir, "anna", Filter{})
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	if diff := cmp.Diff(want, got[0].Record); diff != "" {
		t.Error(diff)
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	l := openAt(t, dir, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	loop := turnRecord("step")
	loop.Args = map[string]any{"f": func() {}}
	for name, tc := range map[string]struct {
		err  error
		want sdk.Class
	}{
		"no owner":  {l.Append(context.Background(), Record{Kind: "opened"}), sdk.PolicyDenied},
		"cancelled": {l.Append(ctx, turnRecord("opened")), sdk.Cancelled},
		"no JSON":   {l.Append(context.Background(), loop), sdk.ContractViolation},
	} {
		if sdk.ClassOf(tc.err) != tc.want {
			t.Errorf("%s: %v", name, tc.err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Append(context.Background(), turnRecord("opened")); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("after closing: %v", err)
	}
	if report := verify(t, dir); report.Records != 0 || !report.Intact() {
		t.Errorf("%+v", report)
	}
}

func TestConcurrentAppendsMakeOneChain(t *testing.T) {
	dir := t.TempDir()
	l := openAt(t, dir, Options{})
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			for i := range 25 {
				r := turnRecord([]string{"opened", "pending", "step", "closed"}[i%4])
				r.N = w
				if err := l.Append(context.Background(), r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if report := verify(t, dir); report.Records != 400 || len(report.Problems) != 0 {
		t.Errorf("%d records, %v", report.Records, report.Problems)
	}
}

// A disk that refuses leaves the chain as it was: what failed is not there, what follows fits.
func TestAFailedWriteLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	l := openAt(t, dir, Options{Now: func() time.Time { return noon }})
	appendAll(t, l, turnRecord("opened"))
	good := l.file
	readOnly, err := os.Open(good.Name())
	if err != nil {
		t.Fatal(err)
	}
	l.file = readOnly
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := l.Append(context.Background(), turnRecord("closed")); sdk.ClassOf(err) != sdk.IOError {
				t.Errorf("written on a read-only file: %v", err)
			}
		})
	}
	wg.Wait()
	l.file = good
	readOnly.Close()
	appendAll(t, l, turnRecord("closed"))
	if report := verify(t, dir); report.Records != 2 || len(report.Problems) != 0 {
		t.Errorf("%+v", report)
	}
}

func TestTampering(t *testing.T) {
	origin := t.TempDir()
	filled(t, origin)
	const second = "2026-03-05.jsonl"
	for name, tc := range map[string]struct {
		spoil func(t *testing.T, dir string)
		want  []string
	}{
		"one byte of a text": {edit(second, func(b []byte) []byte { return bytes.Replace(b, []byte("giorno 1"), []byte("giorno 9"), 1) }), []string{second + ":1: altered"}},
		"a removed line":     {edit(second, func(b []byte) []byte { return b[bytes.IndexByte(b, '\n')+1:] }), []string{second + ":1: missing"}},
		"the first line":     {edit("2026-03-04.jsonl", func(b []byte) []byte { return b[bytes.IndexByte(b, '\n')+1:] }), []string{"2026-03-04.jsonl:1: missing"}},
		"two swapped lines": {edit(second, func(b []byte) []byte {
			l := bytes.SplitAfter(b, []byte("\n"))
			return slices.Concat(l[1], l[0], l[2])
		}), []string{second + ":1: missing", second + ":2: reordered", second + ":3: missing"}},
		"a repeated line": {edit(second, func(b []byte) []byte { return slices.Concat(b[:bytes.IndexByte(b, '\n')+1], b) }), []string{second + ":2: reordered"}},
		"a removed day":   {func(t *testing.T, dir string) { remove(t, dir, second) }, []string{"2026-03-06.jsonl:1: missing"}},
		"the last line":   {edit("2026-03-06.jsonl", func(b []byte) []byte { return b[:bytes.LastIndexByte(b[:len(b)-1], '\n')+1] }), []string{"2026-03-06.jsonl:0: truncated"}},
		"the last day":    {func(t *testing.T, dir string) { remove(t, dir, "2026-03-06.jsonl") }, []string{second + ":0: truncated"}},
		"cut in a line":   {edit("2026-03-06.jsonl", func(b []byte) []byte { return b[:len(b)-20] }), []string{"2026-03-06.jsonl:3: torn", "2026-03-06.jsonl:0: truncated"}},
		"everything": {func(t *testing.T, dir string) {
			remove(t, dir, second)
			remove(t, dir, "2026-03-04.jsonl")
			remove(t, dir, "2026-03-06.jsonl")
		}, []string{":0: truncated"}},
		"an inserted line": {edit(second, func(b []byte) []byte {
			record, _ := json.Marshal(turnRecord("closed"))
			line, _ := chained(link{3, "00"}, record, 0)
			return slices.Concat(line, b)
		}), []string{second + ":1: altered", second + ":2: reordered"}},
		"a line rewritten with a fitting hash": {edit("2026-03-06.jsonl", func(b []byte) []byte {
			lines := bytes.SplitAfter(b, []byte("\n"))
			head, at, _, err := unchained(bytes.TrimSuffix(lines[1], []byte("\n")))
			if err != nil {
				panic(err)
			}
			lines[1], _ = chained(link{at.Seq - 1, head.Prev}, bytes.Replace(head.Record, []byte("giorno"), []byte("GIORNO"), 1), 0)
			return slices.Concat(lines...)
		}), []string{"2026-03-06.jsonl:3: altered"}},
		"the last line rewritten with a fitting hash": {edit("2026-03-06.jsonl", func(b []byte) []byte {
			lines := bytes.SplitAfter(b, []byte("\n"))
			head, at, _, err := unchained(bytes.TrimSuffix(lines[2], []byte("\n")))
			if err != nil {
				panic(err)
			}
			lines[2], _ = chained(link{at.Seq - 1, head.Prev}, bytes.Replace(head.Record, []byte("giorno"), []byte("GIORNO"), 1), 0)
			return slices.Concat(lines...)
		}), []string{"head:0: altered"}},
		"no head":        {func(t *testing.T, dir string) { remove(t, dir, "head") }, []string{"head:0: altered"}},
		"a lost newline": {edit(second, func(b []byte) []byte { return b[:len(b)-1] }), []string{second + ":3: altered"}},
		"a spoiled head": {edit("head", func(b []byte) []byte { return []byte("{}x") }), []string{"head:0: altered"}},
		"not JSON":       {edit(second, func(b []byte) []byte { return append([]byte("ciao\n"), b...) }), []string{second + ":1: altered", second + ":2: reordered"}},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
			t.Fatal(err)
		}
		tc.spoil(t, dir)
		report := verify(t, dir)
		var got []string
		for _, p := range report.Problems {
			got = append(got, p.String())
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		var e *sdk.Error
		if report.Intact() || !errors.As(report.Err(), &e) || e.Code != "ledger_broken" {
			t.Errorf("%s: intact %v, error %v", name, report.Intact(), report.Err())
		}
		// the fault stays visible after the ledger went on
		if l, err := Open(dir, Options{Now: func() time.Time { return noon.AddDate(0, 0, 5) }}); err != nil {
			t.Errorf("%s: open: %v", name, err)
		} else {
			appendAll(t, l, turnRecord("closed"))
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			if name != "no head" && name != "a spoiled head" && name != "the last line rewritten with a fitting hash" && verify(t, dir).Intact() {
				t.Errorf("%s: the fault is gone after one more record", name)
			}
		}
	}
}

func edit(name string, change func([]byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, change(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// A crash in the middle of a line nobody relied on: the line is set aside and told, the chain goes on.
func TestTornLine(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir)
	path := filepath.Join(dir, "2026-03-06.jsonl")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"seq":10,"prev":"ab`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if report := verify(t, dir); !report.Intact() || len(report.Problems) != 1 || report.Problems[0].Fault != Torn || report.Problems[0].Line != 4 {
		t.Errorf("before opening: %+v", report)
	}
	l := openAt(t, dir, Options{Now: func() time.Time { return noon.AddDate(0, 0, 2) }})
	kept, err := os.ReadFile(l.Torn)
	if err != nil || string(kept) != `{"seq":10,"prev":"ab` {
		t.Errorf("set aside: %q %v", kept, err)
	}
	appendAll(t, l, turnRecord("opened"))
	if report := verify(t, dir); !report.Intact() || report.Records != 10 || len(report.Problems) != 1 || report.Problems[0].Fault != Torn {
		t.Errorf("after going on: %+v", report)
	}
}

func TestClockGoesBack(t *testing.T) {
	dir := t.TempDir()
	now := noon
	l := openAt(t, dir, Options{Now: func() time.Time { return now }})
	appendAll(t, l, turnRecord("opened"))
	now = noon.AddDate(0, 0, -2)
	appendAll(t, l, turnRecord("closed"))
	l.Close()
	l = openAt(t, dir, Options{Now: func() time.Time { return now }})
	appendAll(t, l, turnRecord("closed"))
	if report := verify(t, dir); report.Files != 1 || report.Records != 3 || len(report.Problems) != 0 {
		t.Errorf("%+v", report)
	}
}

// Any change to any byte of the lines, and any removal, is found.
func TestAnyChangeIsFound(t *testing.T) {
	origin := t.TempDir()
	filled(t, origin)
	names, err := dayFiles(origin)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp("", "ledger")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
			rt.Fatal(err)
		}
		path := filepath.Join(dir, rapid.SampledFrom(names).Draw(rt, "day"))
		text, err := os.ReadFile(path)
		if err != nil {
			rt.Fatal(err)
		}
		at := rapid.IntRange(0, len(text)-1).Draw(rt, "at")
		if rapid.Bool().Draw(rt, "flip") {
			text[at] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
		} else {
			end := rapid.IntRange(at+1, len(text)).Draw(rt, "end")
			text = append(text[:at], text[end:]...)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			rt.Fatal(err)
		}
		report, err := Verify(dir)
		if err != nil {
			rt.Fatal(err)
		}
		if report.Intact() {
			rt.Fatalf("changed %s at %d and nothing was found", filepath.Base(path), at)
		}
	})
}

// A line is the JSON of its envelope and its hash.
func TestALineIsItsEnvelope(t *testing.T) {
	record := json.RawMessage(`{"a":"<è>","b":[1,{"c":"\u2028"}]}`)
	line, end := chained(link{41, strings.Repeat("0a", 32)}, record, 3)
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(struct {
		envelope
		Hash string `json:"hash"`
	}{envelope{42, strings.Repeat("0a", 32), 3, record}, end.Hash}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(line)); diff != "" || end.Seq != 42 {
		t.Error(end.Seq, diff)
	}
	head, at, ok, err := unchained(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil || !ok || at != end || string(head.Record) != string(record) {
		t.Errorf("read back: %v %v %v %s", err, ok, at, head.Record)
	}
}

func FuzzVerify(f *testing.F) {
	dir := f.TempDir()
	filled(f, dir)
	f.Add([]byte(everything(f, dir)))
	f.Add([]byte("{}\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "2026-03-04.jsonl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(dir); err != nil {
			t.Fatal(err)
		}
		l, err := Open(dir, Options{Now: func() time.Time { return noon }})
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, l, turnRecord("closed"))
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(dir, "anna", Filter{Turn: "0123456789abcdef"}); err != nil || len(got) == 0 {
			t.Fatalf("the record is not there: %v", err)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, kind := range []string{"opened", "closed"} {
		for _, writers := range []int{1, 64} {
			b.Run(fmt.Sprint(kind, "/", writers), func(b *testing.B) {
				l := openAt(b, b.TempDir(), Options{})
				r := turnRecord(kind)
				r.Text, r.Args = "trova i file più grandi di 10 MB in Documenti", map[string]any{"path": "/home/anna/Documenti", "size": 1e7}
				var wg sync.WaitGroup
				b.ResetTimer()
				for w := range writers {
					wg.Go(func() {
						for i := w; i < b.N; i += writers {
							if err := l.Append(context.Background(), r); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wg.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "records/s")
			})
		}
	}
}
