package scratch

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

const turnA, turnB = "00000000000000aa", "00000000000000bb"

// bench is a pad over a folder, with a clock of its own.
type bench struct {
	*Pad
	t   testing.TB
	dir string
	mu  sync.Mutex
	now time.Time
}

func newBench(t testing.TB) *bench {
	b := &bench{t: t, dir: filepath.Join(t.TempDir(), "scratch"), now: time.Now()}
	b.reopen()
	return b
}

// reopen is another process over the same folder.
func (b *bench) reopen() {
	b.t.Helper()
	p, err := Open(b.dir, func() time.Time { b.mu.Lock(); defer b.mu.Unlock(); return b.now })
	if err != nil {
		b.t.Fatal(err)
	}
	b.Pad = p
}

func (b *bench) pass(d time.Duration) { b.mu.Lock(); b.now = b.now.Add(d); b.mu.Unlock() }

// found is an observation of n files.
func found(n int) plan.Observed {
	o := plan.Observed{Tool: "find_files", Types: map[string]string{"path": "path", "size": "bytes"},
		Origins: map[string]plan.Provenance{"path": plan.Own, "size": plan.Own}}
	o.Result = sdk.Result{OK: true, Value: float64(n), Effects: sdk.Counters{Items: n, Countable: true},
		Truncated: &sdk.Truncation{Used: n, Available: -1, Cap: "limit"}}
	for i := range n {
		o.Result.Entries = append(o.Result.Entries, map[string]any{"path": fmt.Sprintf("/home/anna/Foto/%05d.jpg", i), "size": float64(i)})
	}
	return o
}

func (b *bench) spilled(owner core.Owner, turn string, o plan.Observed) plan.Observed {
	b.t.Helper()
	light, err := b.Spill(context.Background(), owner, turn, 1, o.Tool, o)
	if err != nil || light.Spilled == nil {
		b.t.Fatalf("not spilled: %+v, %v", light, err)
	}
	return light
}

func (b *bench) load(owner core.Owner, h plan.Handle) (plan.Observed, error) {
	return b.Load(context.Background(), owner, h)
}

func codeOf(err error) string {
	var e *sdk.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return fmt.Sprint(err)
}

func (b *bench) files(pattern string) []string {
	b.t.Helper()
	list, err := filepath.Glob(filepath.Join(b.dir, pattern))
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func TestALargeObservationTravelsLight(t *testing.T) {
	b := newBench(t)
	whole := found(5000)
	light := b.spilled("anna", turnA, whole)
	text, err := json.Marshal(light)
	if err != nil || len(text) > 4096 {
		t.Errorf("the light one holds %d bytes, %v", len(text), err)
	}
	if light.Count() != 5000 || len(light.Result.Items()) != 0 || len(light.Spilled.Head) != 3 || light.Result.Value != 5000.0 || !light.Spilled.Value {
		t.Errorf("%+v", light)
	}
	if diff := cmp.Diff(whole.Types, light.Types); diff != "" || light.Tool != whole.Tool || light.Result.Effects != whole.Result.Effects || light.Result.Truncated == nil {
		t.Errorf("%+v", light)
	}
	b.reopen()
	back, err := b.load("anna", *light.Spilled)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole, back); diff != "" {
		t.Error(diff)
	}
	again := b.spilled("anna", turnA, whole)
	if again.Spilled.ID != light.Spilled.ID || len(b.files("anna/*.row")) != 1 {
		t.Errorf("the same observation was kept twice: %v", b.files("anna/*"))
	}
	if same, err := b.Spill(context.Background(), "anna", turnB, 1, "find_files", light); err != nil || cmp.Diff(light, same) != "" {
		t.Errorf("a light one was spilled: %+v, %v", same, err)
	}
	for path, want := range map[string]os.FileMode{"": 0o700, "key": 0o600, "anna": 0o700} {
		if info, err := os.Stat(filepath.Join(b.dir, path)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v %v", path, info.Mode(), err)
		}
	}
}

func TestWhatIsSpilled(t *testing.T) {
	b := newBench(t)
	text := func(n int) plan.Observed {
		return plan.Observed{Tool: "read_files", Result: sdk.Result{OK: true, Entries: []map[string]any{{"path": "/a", "text": strings.Repeat("è", n/2)}}}}
	}
	for name, c := range map[string]struct {
		o    plan.Observed
		want bool
	}{
		"nothing":            {plan.Observed{}, false},
		"a few files":        {found(10), false},
		"many files":         {found(2000), true},
		"a short text":       {text(4096), false},
		"a document":         {text(4098), true},
		"a text nested deep": {plan.Observed{Result: sdk.Result{Results: []map[string]any{{"a": []any{map[string]any{"b": strings.Repeat("x", 5000)}}}}}}, true},
		"a long value":       {plan.Observed{Result: sdk.Result{Value: strings.Repeat("x", 5000)}}, true},
		"a list of names":    {plan.Observed{Result: sdk.Result{Results: []map[string]any{{"a": []string{strings.Repeat("x", 5000)}}}}}, true},
	} {
		light, err := b.Spill(context.Background(), "anna", turnA, 1, c.o.Tool, c.o)
		if err != nil || (light.Spilled != nil) != c.want {
			t.Errorf("%s: %+v, %v", name, light.Spilled, err)
		}
		if !c.want && cmp.Diff(c.o, light) != "" {
			t.Errorf("%s: changed: %s", name, cmp.Diff(c.o, light))
		}
		for _, item := range light.Result.Items() {
			if c.want {
				t.Errorf("%s: an item stayed: %v", name, item)
			}
		}
		if body, err := json.Marshal(light); c.want && (err != nil || len(body) > 2048) {
			t.Errorf("%s: %d bytes remain, %v", name, len(body), err)
		}
	}
}

// Nothing of a row can be read on the disk, nor anything of it used by another owner, turn or file.
func TestARowOpensOnlyInItsPlace(t *testing.T) {
	b := newBench(t)
	light := b.spilled("anna", turnA, found(3000))
	h := *light.Spilled
	file := b.files("anna/*.row")[0]
	sealed, err := os.ReadFile(file)
	if err != nil || bytes.Contains(sealed, []byte("Foto")) || bytes.Contains(sealed, []byte("find_files")) {
		t.Fatalf("in the clear, %v", err)
	}
	if err := os.MkdirAll(filepath.Join(b.dir, "bruno"), 0o700); err != nil {
		t.Fatal(err)
	}
	move := func(owner, turn, id string, content []byte) plan.Handle {
		if err := os.WriteFile(filepath.Join(b.dir, owner, turn+"-"+id+".row"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		until := b.now.Add(time.Hour)
		if err := os.Chtimes(filepath.Join(b.dir, owner, turn+"-"+id+".row"), until, until); err != nil {
			t.Fatal(err)
		}
		return plan.Handle{Turn: turn, ID: id}
	}
	other := strings.Repeat("0", 32)
	flipped := bytes.Clone(sealed)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		owner core.Owner
		h     plan.Handle
		want  string
	}{
		"another owner's handle":  {"carla", h, "scratch_gone"},
		"moved to another owner":  {"bruno", move("bruno", h.Turn, h.ID, sealed), "scratch_damaged"},
		"moved to another turn":   {"anna", move("anna", turnB, h.ID, sealed), "scratch_damaged"},
		"moved to another id":     {"anna", move("anna", turnA, other, sealed), "scratch_damaged"},
		"one bit":                 {"anna", move("anna", turnB, other, flipped), "scratch_damaged"},
		"cut short":               {"anna", move("anna", "00000000000000cc", other, sealed[:len(sealed)/2]), "scratch_damaged"},
		"empty":                   {"anna", move("anna", "00000000000000cd", other, nil), "scratch_damaged"},
		"no such id":              {"anna", plan.Handle{Turn: turnA, ID: strings.Repeat("f", 32)}, "scratch_gone"},
		"a path for an id":        {"anna", plan.Handle{Turn: turnA, ID: "../../key"}, "scratch_gone"},
		"a path for a turn":       {"anna", plan.Handle{Turn: "../bruno/" + turnA, ID: h.ID}, "scratch_gone"},
		"no handle":               {"anna", plan.Handle{}, "scratch_gone"},
		"a path for an owner":     {"../anna", h, "owner_unknown"},
		"nobody":                  {"", h, "owner_unknown"},
		"its own owner, unharmed": {"anna", h, "<nil>"},
	} {
		o, err := b.load(c.owner, c.h)
		if codeOf(err) != c.want || (err != nil && (o.Tool != "" || o.Result.Items() != nil)) {
			t.Errorf("%s: %v, %d items", name, err, len(o.Result.Items()))
		}
		if _, err := b.Read(c.owner, c.h, Head, 0, 10); codeOf(err) != c.want {
			t.Errorf("%s: read: %v", name, err)
		}
	}
}

func TestRowsEnd(t *testing.T) {
	b := newBench(t)
	h := *b.spilled("anna", turnA, found(3000)).Spilled
	sweep := func() {
		t.Helper()
		if err := b.Sweep(); err != nil {
			t.Fatal(err)
		}
	}
	there := func(want bool, when string) {
		t.Helper()
		sweep()
		if _, err := b.load("anna", h); (err == nil) != want || err != nil && codeOf(err) != "scratch_gone" {
			t.Errorf("%s: %v", when, err)
		}
	}
	b.pass(50 * time.Minute)
	there(true, "within the hour")
	b.pass(50 * time.Minute)
	there(true, "an hour after it was made, less after it was used")
	if err := b.Keep("anna", h, b.now.Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	b.reopen()
	b.pass(47 * time.Hour)
	there(true, "kept")
	if err := b.Release("anna", h); err != nil {
		t.Fatal(err)
	}
	b.pass(59 * time.Minute)
	if err := b.Pin("anna", h, b.now.Add(24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	b.pass(23 * time.Hour)
	there(true, "pinned")
	b.pass(time.Hour + time.Minute)
	if _, err := b.load("anna", h); codeOf(err) != "scratch_gone" {
		t.Errorf("over and not swept: %v", err)
	}
	for name, err := range map[string]error{"keep": b.Keep("anna", h, b.now.Add(time.Hour)), "pin": b.Pin("anna", h, b.now.Add(time.Hour))} {
		if codeOf(err) != "scratch_gone" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.Release("anna", h); err != nil {
		t.Error(err)
	}
	sweep()
	if left := b.files("anna/*"); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestSpaceGoesToTheLatestAndNeverFromADialog(t *testing.T) {
	b := newBench(t)
	b.bounds = bounds{whole: 1000, text: 1000, quota: 100_000}
	put := func(turn string) plan.Handle {
		t.Helper()
		h, err := b.Put(context.Background(), "anna", turn, 1, "x", bytes.Repeat([]byte(turn), 2000)) // 32 kB
		if err != nil {
			t.Fatal(err)
		}
		b.pass(time.Minute)
		return h
	}
	first, second, third := put(turnA), put(turnB), put("00000000000000cc")
	if err := b.Pin("anna", first, b.now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	fourth := put("00000000000000dd")
	for name, c := range map[string]struct {
		h    plan.Handle
		want string
	}{"pinned": {first, "<nil>"}, "oldest": {second, "scratch_gone"}, "third": {third, "<nil>"}, "latest": {fourth, "<nil>"}} {
		if _, err := b.Read("anna", c.h, Head, 0, 1); codeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, h := range []plan.Handle{third, fourth} {
		if err := b.Pin("anna", h, b.now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.Put(context.Background(), "anna", turnB, 1, "x", bytes.Repeat([]byte("z"), 32_000))
	if codeOf(err) != "scratch_full" || len(b.files("anna/*.row")) != 3 {
		t.Errorf("%v, %v", err, b.files("anna/*"))
	}
	if _, err := b.Put(context.Background(), "bruno", turnB, 1, "x", bytes.Repeat([]byte("z"), 32_000)); err != nil {
		t.Errorf("another owner pays for it: %v", err)
	}
	if err := b.Forget("anna"); err != nil || len(b.files("anna/*")) != 0 || len(b.files("bruno/*.row")) != 1 {
		t.Errorf("%v %v", err, b.files("*/*"))
	}
}

// What a crash leaves at any point of writing a row is no row, and goes.
func TestCrashPoints(t *testing.T) {
	b := newBench(t)
	whole := found(3000)
	h := *b.spilled("anna", turnA, whole).Spilled
	file := b.files("anna/*.row")[0]
	sealed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, state := range map[string]func(){
		"nothing written":    func() { leave(t, filepath.Join(b.dir, "anna", ".new-1"), nil) },
		"half written":       func() { leave(t, filepath.Join(b.dir, "anna", ".new-1"), sealed[:len(sealed)/2]) },
		"written, not named": func() { leave(t, filepath.Join(b.dir, "anna", ".new-1"), sealed) },
		"row gone, pin left": func() { leave(t, file+".pin", nil) },
		"key half made":      func() { leave(t, filepath.Join(b.dir, ".new-1"), []byte("abc")) },
	} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		state()
		b.reopen()
		if _, err := b.load("anna", h); codeOf(err) != "scratch_gone" {
			t.Errorf("%s: %v", name, err)
		}
		b.pass(2 * partialAge)
		if err := b.Sweep(); err != nil {
			t.Fatal(err)
		}
		if left := append(b.files("*/.*"), append(b.files(".*"), b.files("anna/*")...)...); len(left) != 0 {
			t.Errorf("%s: left %v", name, left)
		}
		light := b.spilled("anna", turnA, whole)
		if back, err := b.load("anna", *light.Spilled); err != nil || len(back.Result.Items()) != 3000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func leave(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTheKey(t *testing.T) {
	b := newBench(t)
	h := *b.spilled("anna", turnA, found(3000)).Spilled
	key := filepath.Join(b.dir, "key")
	if err := os.Chmod(key, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(b.dir, time.Now); codeOf(err) != "scratch_key_open" {
		t.Errorf("readable by the group: %v", err)
	}
	if err := errors.Join(os.Chmod(key, 0o600), os.WriteFile(key, []byte("short"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(b.dir, time.Now); codeOf(err) != "scratch_key_damaged" {
		t.Errorf("short: %v", err)
	}
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	b.reopen()
	if _, err := b.load("anna", h); codeOf(err) != "scratch_damaged" {
		t.Errorf("under another key: %v", err)
	}
	var wg sync.WaitGroup
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	pads := make([]*Pad, 8)
	for i := range pads {
		wg.Go(func() {
			var err error
			if pads[i], err = Open(b.dir, time.Now); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, p := range pads {
		if p.name("anna", turnA, nil) != pads[0].name("anna", turnA, nil) {
			t.Error("two keys were made")
		}
	}
}

func TestReadShowsAPart(t *testing.T) {
	b := newBench(t)
	text := strings.Repeat("perché così è ", 1000)
	h, err := b.Put(context.Background(), "anna", turnA, 2, "read_files", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	total := int64(len(text))
	for _, c := range []struct {
		mode         Mode
		offset, n    int64
		begin, bytes int64 // -1 bytes: about n, whole characters
	}{
		{Full, 0, 0, 0, total},
		{Head, 0, 0, 0, DefaultRead},
		{Head, 0, 7, 0, 7}, // the é is the seventh byte's
		{Tail, 0, 4, total - 4, 4},
		{Range, 14, 10, 14, 10},
		{Range, total - 3, 100, total - 3, 3},
		{Range, total + 50, 100, total, 0},
	} {
		part, err := b.Read("anna", h, c.mode, c.offset, c.n)
		if err != nil || part.Base64 || part.Total != total || part.Step != 2 || part.Tool != "read_files" || part.Turn != turnA {
			t.Errorf("%+v: %+v, %v", c, part, err)
			continue
		}
		if part.Text != text[part.Offset:part.Offset+part.Size] || part.Offset-c.begin > 3 || part.Offset < c.begin || c.bytes-part.Size > 3 || part.Size > c.bytes {
			t.Errorf("%+v: from %d, %d bytes %q", c, part.Offset, part.Size, part.Text)
		}
	}
	raw := []byte{0xff, 0xfe, 0, 1, 2, 3}
	if h, err = b.Put(context.Background(), "anna", turnA, 1, "x", raw); err != nil {
		t.Fatal(err)
	}
	part, err := b.Read("anna", h, Range, 2, 2)
	if got, _ := base64.StdEncoding.DecodeString(part.Text); err != nil || !part.Base64 || !bytes.Equal(got, raw[2:4]) {
		t.Errorf("%+v, %v", part, err)
	}
	big, err := b.Put(context.Background(), "anna", turnA, 1, "x", bytes.Repeat([]byte("x"), 3*MaxRead))
	if err != nil {
		t.Fatal(err)
	}
	if part, err := b.Read("anna", big, Full, 0, 1<<40); err != nil || part.Size != MaxRead || part.Total != 3*MaxRead {
		t.Errorf("%d of %d, %v", part.Size, part.Total, err)
	}
	for _, c := range []struct {
		mode      Mode
		offset, n int64
	}{{"all", 0, 0}, {"", 0, 0}, {Head, -1, 0}, {Head, 0, -1}} {
		if _, err := b.Read("anna", h, c.mode, c.offset, c.n); codeOf(err) != "scratch_part" {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// The parts of a row, read one after the other, are the row.
func TestPartsMakeTheWhole(t *testing.T) {
	b := newBench(t)
	rapid.Check(t, func(rt *rapid.T) {
		content := rapid.OneOf(rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) }), rapid.SliceOf(rapid.Byte())).Draw(rt, "content")
		n := rapid.Int64Range(utf8Max, 40).Draw(rt, "n")
		h, err := b.Put(context.Background(), "anna", turnA, 1, "x", content)
		if err != nil {
			rt.Fatal(err)
		}
		var got []byte
		for at := int64(0); at < int64(len(content)); {
			part, err := b.Read("anna", h, Range, at, n)
			if err != nil || part.Size == 0 || part.Offset != at {
				rt.Fatalf("at %d: %+v, %v", at, part, err)
			}
			text := []byte(part.Text)
			if part.Base64 {
				if text, err = base64.StdEncoding.DecodeString(part.Text); err != nil {
					rt.Fatal(err)
				}
			}
			got, at = append(got, text...), at+part.Size
		}
		if !bytes.Equal(got, content) {
			rt.Fatalf("%q became %q", content, got)
		}
	})
}

const utf8Max = 4

// Whatever is spilled comes back as it was, to its owner alone.
func TestRoundTrip(t *testing.T) {
	b := newBench(t)
	b.bounds.whole, b.bounds.text = -1, 0 // everything is large
	scalar := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.StringN(0, 400, -1), asAny[string]), rapid.Map(rapid.Float64Range(-1e15, 1e15), asAny[float64]), rapid.Map(rapid.Bool(), asAny[bool]))
	value := rapid.OneOf(scalar, rapid.Map(rapid.SliceOfN(scalar, 1, 6), asAny[[]any]), rapid.Map(rapid.MapOfN(rapid.StringN(1, 8, -1), scalar, 1, 4), asAny[map[string]any]))
	items := rapid.SliceOfN(rapid.MapOfN(rapid.StringN(1, 10, -1), value, 0, 5), 1, 12)
	labels := rapid.MapOfN(rapid.StringN(1, 8, -1), rapid.Map(rapid.IntRange(0, 2), func(n int) plan.Provenance { return plan.Provenance(n) }), 1, 4)
	rapid.Check(t, func(rt *rapid.T) {
		o := plan.Observed{Tool: rapid.StringN(0, 20, -1).Draw(rt, "tool"), Origins: labels.Draw(rt, "origins"),
			Unsaid: rapid.StringN(0, 9, -1).Draw(rt, "unsaid"), Host: plan.Host(rapid.StringN(0, 9, -1).Draw(rt, "host")),
			Types: rapid.MapOfN(rapid.StringN(1, 8, -1), rapid.StringN(1, 8, -1), 1, 4).Draw(rt, "types")}
		o.Result = sdk.Result{OK: rapid.Bool().Draw(rt, "ok"), Value: value.Draw(rt, "value"), Effects: sdk.Counters{Items: rapid.IntRange(0, 99).Draw(rt, "n")}}
		if rapid.Bool().Draw(rt, "entries") {
			o.Result.Entries = items.Draw(rt, "items")
		} else {
			o.Result.Results = items.Draw(rt, "items")
		}
		light, err := b.Spill(context.Background(), "anna", turnA, 1, o.Tool, o)
		if err != nil || light.Spilled == nil || light.Count() != len(o.Result.Items()) || light.Result.Items() != nil {
			rt.Fatalf("%+v, %v", light, err)
		}
		bare := o
		bare.Result, bare.Spilled = light.Result, light.Spilled
		if diff := cmp.Diff(bare, light); diff != "" {
			rt.Fatalf("a label is lost: %s", diff)
		}
		back, err := b.load("anna", *light.Spilled)
		if diff := cmp.Diff(o, back); err != nil || diff != "" {
			rt.Fatalf("%v\n%s", err, diff)
		}
		if _, err := b.load("bruno", *light.Spilled); codeOf(err) != "scratch_gone" {
			rt.Fatalf("another owner: %v", err)
		}
	})
}

func asAny[T any](v T) any { return v }

func TestConcurrentUse(t *testing.T) {
	b := newBench(t)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 10 {
				o := found(1500 + i%3)
				light, err := b.Spill(context.Background(), "anna", turnA, w, "find_files", o)
				if err != nil {
					t.Error(err)
					return
				}
				if back, err := b.load("anna", *light.Spilled); err != nil || len(back.Result.Items()) != 1500+i%3 {
					t.Errorf("%d items, %v", len(back.Result.Items()), err)
				}
				if err := b.SweepOwner("anna"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(b.files("anna/*.row")); n != 3 {
		t.Errorf("%d rows of three contents", n)
	}
}

func TestCancelled(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Spill(ctx, "anna", turnA, 1, "x", found(3000)); sdk.ClassOf(err) != sdk.Cancelled {
		t.Error(err)
	}
	if _, err := b.Load(ctx, "anna", plan.Handle{}); sdk.ClassOf(err) != sdk.Cancelled {
		t.Error(err)
	}
	if _, err := b.Put(ctx, "anna", turnA, 1, "x", nil); sdk.ClassOf(err) != sdk.Cancelled {
		t.Error(err)
	}
	if len(b.files("anna/*")) != 0 {
		t.Errorf("written: %v", b.files("*/*"))
	}
}

func BenchmarkSpillAndLoad(bb *testing.B) {
	b := newBench(bb)
	o := found(20_000)
	for i := 0; bb.Loop(); i++ {
		light := b.spilled("anna", fmt.Sprintf("%016x", i), o)
		if _, err := b.load("anna", *light.Spilled); err != nil {
			bb.Fatal(err)
		}
	}
}
