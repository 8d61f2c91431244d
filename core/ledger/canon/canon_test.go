package canon

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// loud writes texts in capitals and hides what lies under "secret".
type loud struct{ hidden int }

func (l *loud) Key(name string) string       { return strings.ToUpper(name) }
func (l *loud) Text(key, text string) string { return strings.ToUpper(text) + key }
func (l *loud) Hides(key string) bool        { return key == "secret" }
func (l *loud) Hidden()                      { l.hidden++ }

var small = Bounds{Depth: 3, Items: 3, Rest: func(left int) string { return "+" + strconv.Itoa(left) }, Mark: "#"}

// tree is the same by way of a tree: what Rewrite saves.
func tree(l *loud, key string, v any, depth int) any {
	if depth > small.Depth {
		return "…"
	}
	if l.Hides(key) && v != nil && v != "" && v != false && v != true && v != small.Mark {
		l.Hidden()
		return small.Mark
	}
	switch v := v.(type) {
	case string:
		if l.Hides(key) {
			return v
		}
		return l.Text(key, v)
	case []any:
		if over := len(v) - small.Items; over > 0 {
			v = append(v[:small.Items:small.Items], small.Rest(over))
		}
		for i := range v {
			v[i] = tree(l, key, v[i], depth+1)
		}
		return v
	case map[string]any:
		out := map[string]any{}
		for k, inner := range v {
			out[l.Key(k)] = tree(l, k, inner, depth+1)
		}
		return out
	}
	return v
}

func viaTree(t interface{ Fatal(...any) }, text []byte) (string, int) {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var v any
	if err := in.Decode(&v); err != nil {
		t.Fatal(err)
	}
	l := &loud{}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(tree(l, "", v, 0)); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n"), l.hidden
}

func TestRewrite(t *testing.T) {
	for text, want := range map[string]string{
		` { "b" : 1 , "a" : [ ] } `:          `{"A":[],"B":1}`,
		`{"a":{"z":1,"y":{"x":2}},"B":null}`: `{"A":{"Y":{"X":2},"Z":1},"B":null}`,
		`{"k":"x\u003cy","secret":[1,"a"]}`:  `{"K":"X<Yk","SECRET":"#"}`,
		`{"secret":"","a":{"secret":null}}`:  `{"A":{"SECRET":null},"SECRET":""}`,
		`{"secret":"#"}`:                     `{"SECRET":"#"}`,
		`[1,2,3,4,{"a":"]"}]`:                `[1,2,3,"+2"]`,
		`{"k":["a"]}`:                        `{"K":["Ak"]}`,
		`[[[["a"]]]]`:                        `[[[["…"]]]]`,
		`{"a":1,"a":2}`:                      `{"A":2}`,
		`{"a":1,"A":{"b":3}}`:                `{"A":{"B":3}}`,
		`"\ud83d\ude00 \" \u2028"`:           `"😀 \" \u2028"`,
		`12345678901234567890.10`:            `12345678901234567890.10`,
		"\t-1e9\n":                           `-1e9`,
	} {
		got, err := Rewrite([]byte(text), small, &loud{})
		if err != nil || string(got) != want {
			t.Errorf("%s became %s, not %s: %v", text, got, want, err)
		}
	}
	for _, text := range []string{"", " ", "{", "[", `"`, `"\`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{1:2}`, "[1", "[1,", "[1,]", "[,]", "1 2", "{}}", `{"secret":`, "[1,2,3,4", "[[[[["} {
		if got, err := Rewrite([]byte(text), small, &loud{}); err == nil && json.Valid(got) {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// value draws a JSON value.
func value(t *rapid.T, depth int) any {
	text := rapid.SampledFrom([]string{"", "a", "b", "#", "secret", "è", "<&>", "\n", `"`, `\`, "\u2028", "😀", strings.Repeat("x", 30)})
	switch kind := rapid.IntRange(0, 8).Draw(t, "kind"); {
	case kind < 4 || depth > 5:
		return rapid.SampledFrom([]any{nil, true, false, 0, -1.5e30, 12345678901234567, text.Draw(t, "text"), text.Draw(t, "another")}).Draw(t, "plain")
	case kind < 6:
		list := make([]any, rapid.IntRange(0, 5).Draw(t, "size"))
		for i := range list {
			list[i] = value(t, depth+1)
		}
		return list
	}
	out := map[string]any{}
	for range rapid.IntRange(0, 5).Draw(t, "size") {
		out[rapid.OneOf(rapid.Just("secret"), rapid.StringMatching(`[a-zèß<\n"]{0,3}`)).Draw(t, "key")] = value(t, depth+1)
	}
	return out
}

// One pass writes what a walk over a tree writes, and counts the same.
func TestRewriteIsAWalkOverATree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(value(t, 0))
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "indented") {
			var wide bytes.Buffer
			if err := json.Indent(&wide, text, " ", "\t"); err != nil {
				t.Fatal(err)
			}
			text = wide.Bytes()
		}
		l := &loud{}
		got, err := Rewrite(text, small, l)
		want, hidden := viaTree(t, text)
		if err != nil || string(got) != want || l.hidden != hidden {
			t.Fatalf("%s\n got %s, %d hidden, %v\nwant %s, %d hidden", text, got, l.hidden, err, want, hidden)
		}
	})
}

// Whatever comes in, valid JSON gives valid JSON, and nothing else ends the program.
func FuzzRewrite(f *testing.F) {
	for _, text := range []string{`{"a":[1,{"secret":"x"}],"b":"\ud800"}`, `[[[[[[1]]]]]]`, `{"a":`, "\"\xff\""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Rewrite(text, small, &loud{})
		if !json.Valid(text) {
			return
		}
		if err != nil || !json.Valid(got) {
			t.Fatalf("%q became %q: %v", text, got, err)
		}
		if bytes.Contains(text, []byte("\\u")) || !bytes.Equal(bytes.ToValidUTF8(text, nil), text) {
			return
		}
		again, err := Rewrite(got, small, quiet{})
		if err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%q is not canonical: %q, %v", got, again, err)
		}
	})
}

// quiet changes nothing.
type quiet struct{}

func (quiet) Key(name string) string     { return name }
func (quiet) Text(_, text string) string { return text }
func (quiet) Hides(string) bool          { return false }
func (quiet) Hidden()                    {}
