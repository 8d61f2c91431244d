package grammar

import (
	"fmt"
	"strconv"
	"strings"
)

// Class is a set of kinds a token can be of.
type Class uint32

// Token is one word as a grammar sees it: its text, and the classes it belongs to.
type Token struct {
	Text  string
	Class Class
}

// Rule is one line of a grammar. Number is its tag as a number, 0 when it is none.
type Rule struct {
	Name   string
	Tag    string
	Number int

	id      int
	pattern expr
	first   starts
}

// Node is a rule that matched tokens [From, To). Kids are the rules and the class tokens below it, in order; a
// class token has no rule.
type Node struct {
	Rule     *Rule
	From, To int
	Kids     []*Node
}

// Name is the rule's name, "" for a class token.
func (n *Node) Name() string {
	if n == nil || n.Rule == nil {
		return ""
	}
	return n.Rule.Name
}

// Tag is what the rule says it means.
func (n *Node) Tag() string {
	if n == nil || n.Rule == nil {
		return ""
	}
	return n.Rule.Tag
}

// All returns the kids of a name.
func (n *Node) All(name string) (out []*Node) {
	for _, k := range n.Kids {
		if k.Name() == name {
			out = append(out, k)
		}
	}
	return out
}

// Get returns the first kid that has one of the names, nil when there is none.
func (n *Node) Get(names ...string) *Node {
	for _, k := range n.Kids {
		for _, name := range names {
			if k.Name() == name {
				return k
			}
		}
	}
	return nil
}

// Grammar is compiled rules. It is safe for several goroutines.
type Grammar struct {
	rules [][]*Rule // by name
	ids   map[string]int
	names []string
	words map[string]bool
}

// Knows reports whether any rule holds the word.
func (g *Grammar) Knows(word string) bool { return g.words[word] }

// starts is what a pattern can begin with.
type starts struct {
	words map[string]bool
	class Class
	empty bool // it can take no token at all
}

func (s *starts) allow(t Token) bool { return s.empty || t.Class&s.class != 0 || s.words[t.Text] }

// Compile reads the rules of several texts. Comments begin with "# "; a line that begins with a space goes on the one
// before.
func Compile(classes map[string]Class, texts ...string) (*Grammar, error) {
	g := &Grammar{ids: map[string]int{}, words: map[string]bool{}}
	c := compiler{g: g, classes: classes}
	for _, text := range texts {
		for i, line := range join(text) {
			if line == "" || line == "#" || strings.HasPrefix(line, "# ") {
				continue
			}
			if err := c.line(line); err != nil {
				return nil, fmt.Errorf("rule %d, %q: %w", i+1, line, err)
			}
		}
	}
	for name, id := range g.ids {
		if len(g.rules[id]) == 0 {
			return nil, fmt.Errorf("no rule is called %q", name)
		}
	}
	g.firsts()
	return g, nil
}

func join(text string) (lines []string) {
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, " ") && len(lines) > 0 {
			lines[len(lines)-1] += line
			continue
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// firsts finds what each rule can begin with, until nothing changes.
func (g *Grammar) firsts() {
	for changed := true; changed; {
		changed = false
		for _, rules := range g.rules {
			for _, r := range rules {
				before, class, empty := len(r.first.words), r.first.class, r.first.empty
				r.first.empty = r.pattern.first(g, &r.first) || empty
				changed = changed || before != len(r.first.words) || class != r.first.class || empty != r.first.empty
			}
		}
	}
}

// Starts reports whether the named rule can begin with a token.
func (g *Grammar) Starts(name string, t Token) bool {
	for _, r := range g.rules[g.ids[name]] {
		if r.first.allow(t) {
			return true
		}
	}
	return false
}

type compiler struct {
	g       *Grammar
	classes map[string]Class
	items   []string
	at      int
}

func (c *compiler) id(name string) int {
	id, ok := c.g.ids[name]
	if !ok {
		id = len(c.g.rules)
		c.g.ids[name] = id
		c.g.names = append(c.g.names, name)
		c.g.rules = append(c.g.rules, nil)
	}
	return id
}

var spaced = strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "|", " | ")

func (c *compiler) line(line string) error {
	name, rest, ok := strings.Cut(line, " : ")
	if !ok {
		return fmt.Errorf("no colon")
	}
	rest, tag, _ := strings.Cut(rest, " = ")
	c.items, c.at = strings.Fields(spaced.Replace(rest)), 0
	pattern, err := c.choice()
	if err != nil {
		return err
	}
	if c.at < len(c.items) {
		return fmt.Errorf("%q closes nothing", c.items[c.at])
	}
	r := &Rule{Name: strings.TrimSpace(name), Tag: strings.TrimSpace(tag), pattern: pattern}
	r.Number, _ = strconv.Atoi(r.Tag)
	r.id = c.id(r.Name)
	r.first.words = map[string]bool{}
	c.g.rules[r.id] = append(c.g.rules[r.id], r)
	return nil
}

func (c *compiler) choice() (expr, error) {
	var options []expr
	for {
		seq, err := c.sequence()
		if err != nil {
			return nil, err
		}
		options = append(options, seq)
		if c.at >= len(c.items) || c.items[c.at] != "|" {
			break
		}
		c.at++
	}
	if len(options) == 1 {
		return options[0], nil
	}
	return choice(options), nil
}

func (c *compiler) sequence() (expr, error) {
	var seq sequence
	for c.at < len(c.items) {
		item := c.items[c.at]
		if item == "|" || item == ")" || item == "]" {
			break
		}
		c.at++
		e, err := c.one(item)
		if err != nil {
			return nil, err
		}
		seq = append(seq, e)
	}
	if len(seq) == 0 {
		return nil, fmt.Errorf("an empty pattern")
	}
	return seq, nil
}

func (c *compiler) one(item string) (expr, error) {
	switch {
	case item == "(" || item == "[":
		e, err := c.choice()
		if err != nil {
			return nil, err
		}
		if closing := map[string]string{"(": ")", "[": "]"}[item]; c.at >= len(c.items) || c.items[c.at] != closing {
			return nil, fmt.Errorf("%q is not closed", item)
		}
		c.at++
		if item == "[" {
			return maybe{e}, nil
		}
		return e, nil
	case len(item) > 2 && item[0] == '<' && item[len(item)-1] == '>':
		return ref(c.id(item[1 : len(item)-1])), nil
	case item[0] == '#':
		class, ok := c.classes[item[1:]]
		if !ok {
			return nil, fmt.Errorf("no class is called %q", item)
		}
		return class, nil
	}
	c.g.words[item] = true
	return word(item), nil
}
