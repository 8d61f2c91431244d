package grammar

import (
	"strings"
	"testing"
)

const number Class = 1

func compile(t *testing.T, text string) *Grammar {
	t.Helper()
	g, err := Compile(map[string]Class{"n": number}, text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func tokens(text string) (out []Token) {
	for _, w := range strings.Fields(text) {
		t := Token{Text: w}
		if strings.Trim(w, "0123456789") == "" {
			t.Class = number
		}
		out = append(out, t)
	}
	return out
}

// shape writes a tree as name(kids).
func shape(n *Node) string {
	if n.Rule == nil {
		return "#"
	}
	var kids []string
	for _, k := range n.Kids {
		kids = append(kids, shape(k))
	}
	return n.Name() + ":" + n.Tag() + "(" + strings.Join(kids, " ") + ")"
}

func TestMatch(t *testing.T) {
	g := compile(t, "# a comment\n#\nlist : <item> [(and | ,)\n  <list>]\nitem : [the] (red | blue) = 1\nitem : #n = n\n")
	for text, want := range map[string]string{
		"red":                  "list:(item:1())",
		"the blue and 3":       "list:(item:1() list:(item:n(#)))",
		"1 , 2 and the red":    "list:(item:n(#) list:(item:n(#) list:(item:1())))",
		"green":                "",
		"the":                  "",
		"red and":              "",
		"red green and blue 3": "",
	} {
		got := ""
		if nodes := g.Whole("list", tokens(text)); len(nodes) > 0 {
			got = shape(nodes[0])
		}
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if nodes := g.Each("list", tokens("red and blue green")); len(nodes) != 2 || nodes[0].To != 3 || nodes[1].To != 1 {
		t.Errorf("the lengths are %v", nodes)
	}
	if !g.Starts("list", Token{Text: "the"}) || g.Starts("list", Token{Text: "and"}) || !g.Starts("list", Token{Class: number}) || !g.Knows("and") || g.Knows("list") {
		t.Error("what it can begin with is wrong")
	}
}

// TestWays: several rules that take the same tokens are kept in their order, up to a bound.
func TestWays(t *testing.T) {
	g := compile(t, "a : x = 1\na : x = 2\na : <b> = 3\na : x = 4\na : x = 5\nb : x\n")
	var tags []string
	for _, n := range g.Whole("a", tokens("x")) {
		tags = append(tags, n.Tag())
	}
	if got := strings.Join(tags, ""); got != "1234" {
		t.Errorf("the ways are %s", got)
	}
}

func TestCompileErrors(t *testing.T) {
	for _, text := range []string{"a b", "a : <b>", "a : (x", "a : x)", "a : [x", "a : #q", "a : ", "a : x | | y", "a : ()"} {
		if _, err := Compile(map[string]Class{"n": number}, text); err == nil {
			t.Errorf("%q compiles", text)
		}
	}
}

// TestBounded: a grammar that is ambiguous everywhere, and one that begins with itself, end all the same.
func TestBounded(t *testing.T) {
	g := compile(t, "s : <s> <s>\ns : x [<s>] [<s>] [<s>]\ns : <l>\nl : <l> x | x\n")
	list := tokens(strings.Repeat("x ", 60))
	id := g.ids["s"]
	size := len(g.rules) * (len(list) + 1)
	m := &matcher{g: g, tokens: list, known: make([][]*Node, size), done: make([]bool, size)}
	if nodes := m.rule(id, 0); len(nodes) == 0 || m.steps > 2*maxSteps {
		t.Errorf("%d nodes in %d steps", len(nodes), m.steps)
	}
}
