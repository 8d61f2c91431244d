package recall

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/route"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

func TestDecode(t *testing.T) {
	got, err := Decode([]byte(`{"query": "a", "first_tool": "b", "or": ["e"]}` + "\n\n" + `{"query": "c", "first_tool": "d", "lang": "it", "more": 1}` + "\n" + `{"query": "f", "first_tool": ""}`))
	if d := cmp.Diff([]Query{{"a", "b", []string{"e"}, ""}, {"c", "d", nil, "it"}, {Sentence: "f"}}, got); d != "" || err != nil {
		t.Error(d, err)
	}
	for text, want := range map[string]string{`{"query": "a"}`: "line 1", "\n{}": "line 2", `x`: "line 1", `{"query": "a", "first_tool": "b"} x`: "follows"} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("{\"query\": \"a\", \"first_tool\": \"b\"}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Decode(data)
		for _, q := range list {
			if err == nil && (q.Sentence == "" || q.Outside() && q.Right("")) {
				t.Fatal(q)
			}
		}
	})
}

func TestMeasure(t *testing.T) {
	x := route.New([]entry.Entry{{Name: "get_now"}, {Name: "find_files"}, {Name: "read_messages"}})
	clock := time.Unix(0, 0)
	tick := func() time.Time { clock = clock.Add(time.Millisecond); return clock }
	f := Measure(x, []Query{{Sentence: "che ore sono", First: "get_now"}, {Sentence: "una poesia"}, {Sentence: "trova i file", First: "absent", Or: []string{"find_files"}},
		{Sentence: "leggi la posta", First: "find_files"}, {Sentence: "leggi la posta", First: "absent"}}, tick, 2)
	if f.Tools != 3 || f.Queries != 4 || f.At1 != 0.5 || f.At3 != 0.75 || f.At5 != 0.75 || f.MRR < 0.58 || f.MRR > 0.75 || f.P50 != time.Millisecond || f.Short.P95 != time.Millisecond || f.Short.In != 0.75 || f.Short.Whole != 0 || f.Short.Mean < 1 || len(f.Misses) != 2 || f.Misses[1].Place != 0 {
		t.Errorf("%+v", f)
	}
	if f := Measure(x, nil, tick, 1); f.At1 != 0 || f.P95 != 0 {
		t.Errorf("%+v", f)
	}
}

// own are the manifests of the source.
func own(t *testing.T) []entry.Entry { return manifests(t, "../../../plugins/executors/*/*.toml") }

func manifests(t *testing.T, pattern string) (out []entry.Entry) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := manifest.CheckSource(file, data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, entry.FromManifest(m))
	}
	return out
}

func shipped(t *testing.T, name string) []entry.Entry {
	t.Helper()
	data, err := os.ReadFile("../testdata/route/" + name)
	if err != nil {
		t.Fatal(err)
	}
	list, err := entry.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func asked(t *testing.T, name string) []Query {
	t.Helper()
	data, err := os.ReadFile("../testdata/route/" + name)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The router is as good as it is said to be, on sentences it was made with and on sentences it was not.
func TestRecall(t *testing.T) {
	house := shipped(t, "house.json")
	household := append(manifests(t, "../testdata/household/*.toml"), own(t)...)
	for _, tc := range []struct {
		name, queries string
		catalog       []entry.Entry
		at1, at5      float64
	}{
		{"own", "own.dev.jsonl", own(t), 0.93, 0.97},
		{"own, held out", "own.held.jsonl", own(t), 0.9, 0.97},
		{"house", "house.dev.jsonl", house, 0.92, 0.97},
		{"house, held out", "house.held.jsonl", house, 0.87, 0.95},
		{"house among 1,000", "house.dev.jsonl", Crowd(house, 1000), 0.9, 0.95},
		{"spoken", "spoken.dev.jsonl", household, 0.92, 0.97},
		{"spoken, held out", "spoken.held.jsonl", household, 0.8, 0.95},
		{"own among 1,000", "own.dev.jsonl", Crowd(own(t), 1000), 0.9, 0.95},
		{"foreign names", "foreign.dev.jsonl", shipped(t, "foreign.json"), 0.89, 0.97},
		{"foreign names, held out", "foreign.held.jsonl", shipped(t, "foreign.json"), 0.88, 0.95},
		{"bazaar", "bazaar.dev.jsonl", shipped(t, "bazaar.json"), 0.75, 0.95},
		{"bazaar, held out", "bazaar.held.jsonl", shipped(t, "bazaar.json"), 0.67, 0.9},
	} {
		f := Measure(route.New(tc.catalog), asked(t, tc.queries), time.Now, 1)
		t.Logf("%s: R@1 %.3f R@3 %.3f R@5 %.3f", tc.name, f.At1, f.At3, f.At5)
		if f.At1 < tc.at1 || f.At5 < tc.at5 {
			t.Errorf("%s: R@1 %.3f, at least %.2f wanted; R@5 %.3f, at least %.2f", tc.name, f.At1, tc.at1, f.At5, tc.at5)
		}
	}
}

func TestCrowd(t *testing.T) {
	house := shipped(t, "house.json")
	a, b := Crowd(house, 1000), Crowd(house, 1000)
	if d := cmp.Diff(a, b); d != "" || len(a) != 1000 {
		t.Fatalf("%d, %s", len(a), d)
	}
	if d := cmp.Diff(a[:300], Crowd(house, 300)); d != "" {
		t.Error("a larger crowd is another one")
	}
	seen := map[string]bool{}
	for i, e := range a {
		if seen[e.Name] || len(e.Description) == 0 || len(e.Affinity) == 0 {
			t.Errorf("%+v", e)
		}
		seen[e.Name] = true
		if i < len(house) && e.Name != house[i].Name {
			t.Error("the catalog itself changed")
		}
	}
	for word := range words {
		v := vocab.Closed()
		if v.Actions[word] == "" && !v.Object(word) {
			t.Errorf("%s is no word of names", word)
		}
	}
	if got := Crowd(house, 10); len(got) != len(house) {
		t.Error("a crowd took some away")
	}
}

func BenchmarkRank(b *testing.B) {
	data, err := os.ReadFile("../testdata/route/house.json")
	if err != nil {
		b.Fatal(err)
	}
	house, err := entry.Decode(data)
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []struct {
		name string
		n    int
	}{{"100", 100}, {"1000", 1000}} {
		x := route.New(Crowd(house, size.n))
		for _, how := range []string{"Rank", "Shortlist"} {
			b.Run(how+size.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if how == "Rank" {
						x.Rank("sposta i pdf di Downloads più vecchi di un anno in ~/Archivio e poi mandami un riepilogo per mail", "", 12)
					} else {
						x.Shortlist("sposta i pdf di Downloads più vecchi di un anno in ~/Archivio e poi mandami un riepilogo per mail", "", 12)
					}
				}
			})
		}
	}
}
