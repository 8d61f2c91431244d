package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/metnos/metnos/sdk"
)

// years writes two records a day on every tenth day of n, and returns the ledger, still open, and its clock.
func years(t testing.TB, dir string, n int) (*Ledger, *time.Time) {
	t.Helper()
	var on []int
	for day := 0; day < n; day += 10 {
		on = append(on, day)
	}
	return daily(t, dir, on...)
}

// daily writes two records on each of these days after the first.
func daily(t testing.TB, dir string, on ...int) (*Ledger, *time.Time) {
	t.Helper()
	now := noon
	l := openAt(t, dir, Options{Now: func() time.Time { return now }})
	for _, day := range on {
		now = noon.AddDate(0, 0, day)
		for _, kind := range []string{"opened", "closed"} {
			r := turnRecord(kind)
			r.At, r.Text = now, fmt.Sprint("giorno ", day)
			appendAll(t, l, r)
		}
	}
	return l, &now
}

// texts are the owner's requests as Read gives them.
func texts(t testing.TB, dir string) (out []string) {
	t.Helper()
	entries, err := Read(dir, "anna", Filter{Kinds: []string{"closed"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Record.Text)
	}
	return out
}

func exported(t testing.TB, dir string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Export(&out, dir, "anna"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func names(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.Name() != "head" {
			out = append(out, e.Name())
		}
	}
	return out
}

func TestOldDaysArePackedAndReadAsBefore(t *testing.T) {
	dir := t.TempDir()
	l, now := years(t, dir, 100) // 4 March … 2 June 2026
	before, lines := texts(t, dir), exported(t, dir)
	*now = noon.AddDate(0, 0, 100)
	done, err := l.Retain(*now)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Retained{Packed: []string{"2026-03-04", "2026-03-14", "2026-03-24", "2026-04-03"}}, done); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(before, texts(t, dir)); diff != "" {
		t.Error(diff)
	}
	if exported(t, dir) != lines {
		t.Error("the export changed")
	}
	report := verify(t, dir)
	if !report.Intact() || len(report.Problems) != 0 || report.Packed != 4 || report.Files != 10 || report.Records != 20 || report.Since != "" {
		t.Errorf("%+v", report)
	}
	if latest, err := Read(dir, "anna", Filter{Kinds: []string{"closed"}, Latest: 8}); err != nil || len(latest) != 8 || latest[0].Record.Text != "giorno 20" {
		t.Errorf("%d, %v", len(latest), err)
	}
	if again, err := l.Retain(*now); err != nil || len(again.Packed)+len(again.Dropped) != 0 {
		t.Errorf("%+v, %v", again, err)
	}
	for _, name := range names(t, dir) {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

// The chain holds over packed days and after the oldest went, and says from when it is complete.
func TestTheOldestDaysGo(t *testing.T) {
	dir := t.TempDir()
	l, now := years(t, dir, 500)
	*now = noon.AddDate(0, 0, 500)
	all := texts(t, dir)
	done, err := l.Retain(*now)
	if err != nil || len(done.Dropped) != 8 || done.Dropped[7] != "2026-05-13" {
		t.Fatalf("%+v, %v", done, err)
	}
	check := func(since string, gone int) {
		t.Helper()
		report := verify(t, dir)
		if !report.Intact() || len(report.Problems) != 0 || report.Since != since || report.Err() != nil {
			t.Errorf("%+v", report)
		}
		if diff := cmp.Diff(all[gone:], texts(t, dir)); diff != "" {
			t.Error(diff)
		}
	}
	check("2026-05-23", 8)
	r := turnRecord("closed")
	r.Text, r.At = "dopo", *now
	appendAll(t, l, r)
	all = append(all, "dopo")
	check("2026-05-23", 8)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	*now = now.AddDate(0, 0, 30)
	l = openAt(t, dir, Options{Now: func() time.Time { return *now }})
	r.Text, r.At = "più tardi", *now
	appendAll(t, l, r)
	all = append(all, "più tardi")
	if done, err = l.Retain(*now); err != nil || len(done.Dropped) != 3 {
		t.Fatalf("%+v, %v", done, err)
	}
	check("2026-06-22", 11)
	*now = now.AddDate(3, 0, 0) // nobody was there for years: the latest day stays, and the chain with it
	if done, err = l.Retain(*now); err != nil || len(done.Dropped) == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	if got := texts(t, dir); len(got) != 1 || got[0] != "più tardi" {
		t.Errorf("%v", got)
	}
	if report := verify(t, dir); !report.Intact() || len(report.Problems) != 0 || report.Files != 2 {
		t.Errorf("%+v", report)
	}
}

func TestSpaceOfTheArchive(t *testing.T) {
	dir := t.TempDir()
	l, now := years(t, dir, 200)
	*now = noon.AddDate(0, 0, 200)
	if _, err := l.Retain(*now); err != nil {
		t.Fatal(err)
	}
	size := func() (total int64) {
		packed, _ := filepath.Glob(filepath.Join(dir, "*.gz"))
		for _, path := range packed {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			total += info.Size()
		}
		return total
	}
	space := size() / 2
	done, err := l.retain(*now, space)
	if err != nil || len(done.Dropped) == 0 || size() > space || size() < space/2 {
		t.Errorf("%+v: %d of %d bytes, %v", done, size(), space, err)
	}
	if report := verify(t, dir); !report.Intact() || report.Since == "" || len(report.Problems) != 0 {
		t.Errorf("%+v", report)
	}
}

var errCrash = errors.New("crash")

// A crash at any durable point of packing and dropping, and again while repairing, leaves a ledger in which
// every line is read once, Verify finds nothing, and the next Retain finishes.
func TestRetainSurvivesACrashAtEachPoint(t *testing.T) {
	origin := t.TempDir()
	l, now := daily(t, origin, 0, 10, 20, 40, 390, 455)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	*now = noon.AddDate(0, 0, 460)
	all := texts(t, origin)
	points := map[string]bool{}
	crashed := func(dir string, at int) (ended bool) {
		l := openAt(t, dir, Options{Now: func() time.Time { return *now }})
		n := 0
		l.files.At = func(point string) error {
			points[point] = true
			if n++; n == at {
				return errCrash
			}
			return nil
		}
		_, err := l.Retain(*now)
		if err != nil && !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		_ = l.Close()
		return err == nil
	}
	check := func(dir, when string) {
		t.Helper()
		report := verify(t, dir)
		if !report.Intact() || len(report.Problems) != 0 {
			t.Errorf("%s: %v", when, report.Problems)
		}
		if got := texts(t, dir); len(got) < len(all)-3 || cmp.Diff(all[len(all)-len(got):], got) != "" {
			t.Errorf("%s: %v", when, got)
		}
	}
	for at := 1; ; at++ {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
			t.Fatal(err)
		}
		ended := crashed(dir, at)
		check(dir, fmt.Sprint("crash ", at))
		crashed(dir, 2)
		check(dir, fmt.Sprint("crash ", at, " and again"))
		if !crashed(dir, 0) {
			t.Fatal("a crash without one")
		}
		check(dir, fmt.Sprint("crash ", at, " repaired"))
		if report := verify(t, dir); report.Since != "2026-04-13" {
			t.Errorf("crash %d: complete from %q", at, report.Since)
		}
		for _, name := range names(t, dir) {
			if strings.HasSuffix(name, ".new") || name < "2026-04-13" {
				t.Errorf("crash %d: %s is left", at, name)
			}
		}
		if ended {
			break
		}
	}
	for _, point := range []string{"squeezing", "squeezed", "packed", "told", "anchor written", "anchored", "dropped"} {
		if !points[point] {
			t.Errorf("never crashed at %q", point)
		}
	}
}

// What is done to packed days and to the anchor shows.
func TestTamperingWithTheArchive(t *testing.T) {
	origin := t.TempDir()
	l, now := years(t, origin, 460)
	*now = noon.AddDate(0, 0, 460)
	if _, err := l.Retain(*now); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	const first, second = "2026-04-13.jsonl.gz", "2026-04-23.jsonl.gz"
	for name, tc := range map[string]struct {
		spoil func(t *testing.T, dir string)
		want  []string
	}{
		"a removed archive":        {func(t *testing.T, dir string) { remove(t, dir, second) }, []string{"2026-05-03.jsonl.gz:1: missing"}},
		"the first archive":        {func(t *testing.T, dir string) { remove(t, dir, first) }, []string{second + ":1: missing"}},
		"an archive cut short":     {edit(second, func(b []byte) []byte { return b[:len(b)-4] }), []string{second + ":3: altered"}},
		"an archive of nothing":    {edit(second, func([]byte) []byte { return nil }), []string{second + ":1: altered", "2026-05-03.jsonl.gz:1: missing"}},
		"another day's archive":    {func(t *testing.T, dir string) { replace(t, dir, first, second) }, []string{second + ":1: reordered", "2026-05-03.jsonl.gz:1: missing"}},
		"no anchor":                {func(t *testing.T, dir string) { remove(t, dir, "anchor") }, []string{first + ":1: missing"}},
		"a spoiled anchor":         {edit("anchor", func([]byte) []byte { return []byte("{}") }), []string{first + ":1: missing"}},
		"an anchor nobody wrote":   {func(t *testing.T, dir string) { forge(t, dir, first) }, []string{"anchor:0: altered"}},
		"an anchor of another day": {edit("anchor", func(b []byte) []byte { return bytes.Replace(b, []byte("2026-04-03"), []byte("2026-04-02"), 1) }), []string{"anchor:0: altered"}},
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
		if diff := cmp.Diff(tc.want, got); diff != "" || report.Intact() {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if _, err := Read(dir, "anna", Filter{}); err != nil {
			t.Errorf("%s: what is left cannot be read: %v", name, err)
		}
		l, err := Open(dir, Options{Now: func() time.Time { return *now }})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		appendAll(t, l, turnRecord("closed"))
		if err := l.Close(); err != nil || verify(t, dir).Intact() {
			t.Errorf("%s: the fault is gone after one more record, %v", name, err)
		}
	}
}

func replace(t *testing.T, dir, with, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, with))
	if err != nil {
		t.Fatal(err)
	}
	edit(name, func([]byte) []byte { return text })(t, dir)
}

// forge removes a day and anchors the chain after it.
func forge(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := Read(dir, "anna", Filter{Until: time.Date(2026, 4, 14, 0, 0, 0, 0, time.UTC)})
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	last := entries[len(entries)-1]
	remove(t, dir, name)
	edit("anchor", func([]byte) []byte {
		return fmt.Appendf(nil, `{"seq":%d,"hash":%q,"day":"2026-04-13"}`, last.Seq, last.Hash)
	})(t, dir)
}

// No byte of an archive can change and leave another text behind that Verify accepts.
func TestAnyChangeToAnArchiveIsFound(t *testing.T) {
	origin := t.TempDir()
	l, now := years(t, origin, 100)
	*now = noon.AddDate(0, 0, 100)
	if _, err := l.Retain(*now); err != nil {
		t.Fatal(err)
	}
	want := exported(t, origin)
	packed, err := filepath.Glob(filepath.Join(origin, "*.gz"))
	if err != nil || len(packed) == 0 {
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
		path := filepath.Join(dir, filepath.Base(rapid.SampledFrom(packed).Draw(rt, "file")))
		text, err := os.ReadFile(path)
		if err != nil {
			rt.Fatal(err)
		}
		text[rapid.IntRange(0, len(text)-1).Draw(rt, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			rt.Fatal(err)
		}
		if report := verify(t, dir); report.Intact() && exported(t, dir) != want {
			rt.Fatal("another text is accepted")
		}
	})
}

// Records go on while old days are packed and dropped.
func TestRetainBesideAppends(t *testing.T) {
	dir := t.TempDir()
	l, now := years(t, dir, 460)
	today := noon.AddDate(0, 0, 460)
	*now = today
	done := make(chan error, 1)
	go func() {
		_, err := l.Retain(today)
		done <- err
	}()
	written := 0
	for running := true; running || written < 50; written++ {
		if err := l.Append(context.Background(), turnRecord("closed")); err != nil {
			t.Fatal(err)
		}
		if report, err := Verify(dir); err != nil || !report.Intact() {
			t.Fatalf("%+v, %v", report, err)
		}
		select {
		case err := <-done:
			if running = false; err != nil {
				t.Fatal(err)
			}
		default:
		}
	}
	if report := verify(t, dir); report.Since != "2026-04-13" || len(report.Problems) != 0 {
		t.Errorf("%+v", report)
	}
}

func TestTornLinesGoAfterAWeek(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir)
	for i, at := range []time.Time{noon.AddDate(0, 0, 3), noon.AddDate(0, 0, 9)} {
		day := filepath.Join(dir, "2026-03-06.jsonl")
		f, err := os.OpenFile(day, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(f, `{"seq":1%d`, i); err != nil {
			t.Fatal(err)
		}
		f.Close()
		l := openAt(t, dir, Options{Now: func() time.Time { return at }})
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	l := openAt(t, dir, Options{Now: func() time.Time { return noon.AddDate(0, 0, 11) }})
	done, err := l.Retain(noon.AddDate(0, 0, 11))
	if err != nil || done.Torn != 1 {
		t.Errorf("%+v, %v", done, err)
	}
	left := slices.DeleteFunc(names(t, dir), func(n string) bool { return !strings.Contains(n, ".torn-") })
	if report := verify(t, dir); len(left) != 1 || len(report.Problems) != 1 || report.Problems[0].Fault != Torn || !report.Intact() {
		t.Errorf("%v %+v", left, report)
	}
}

func TestRetainSaysWhatItCannotDo(t *testing.T) {
	dir := t.TempDir()
	l, now := years(t, dir, 100)
	*now = noon.AddDate(0, 0, 100)
	if err := os.Mkdir(filepath.Join(dir, "2026-03-04.jsonl.gz.new"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "2026-03-04.jsonl.gz.new", "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var e *sdk.Error
	if _, err := l.Retain(*now); !errors.As(err, &e) || e.Code != "ledger_failed" {
		t.Errorf("%v", err)
	}
	if report := verify(t, dir); !report.Intact() || report.Records != 20 {
		t.Errorf("%+v", report)
	}
}
