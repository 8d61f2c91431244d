package rich

import (
	"encoding/json"
	"strings"
	"testing"
)

// told writes a tree in short: tag[kids], text as it is.
func told(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		switch {
		case n.Tag == "":
			b.WriteString(n.Text)
		default:
			b.WriteString(n.Tag)
			if n.Href+n.Lang != "" {
				b.WriteString("(" + n.Href + n.Lang + ")")
			}
			b.WriteString("[" + told(n.Kids) + "]")
		}
	}
	return b.String()
}

func TestMarkdown(t *testing.T) {
	for source, want := range map[string]string{
		"# Uno\n\ndue **tre** *quattro* `cinque`": "h[Uno]p[due strong[tre] em[quattro] code[cinque]]",
		"- a\n- b\n  1. c":                        "ul[li[a]li[bol[li[c]]]]",
		"```go\nfunc main() {}\n```":              "pre(go)[func main() {}]",
		"```\"><script>\nx\n```":                  "pre[x]",
		"    <b>":                                 "pre[<b>]",
		"a  \nb\nc":                               "p[abr[]b\nc]",
		"in \\~/.bash\\_aliases \\*x\\* `a\\_b`":  "p[in ~/.bash_aliases *x* code[a\\_b]]",
		"> x\n\n---":                              "quote[p[x]]hr[]",
		"| a | b |\n|---|---|\n| 1 | ~~2~~ |":     "table[tr[td[a]td[b]]tr[td[1]td[del[2]]]]",
		"<script>alert(1)</script>":               "p[<script>alert(1)</script>]",
		"x <img src=x onerror=alert(1)> y":        "p[x <img src=x onerror=alert(1)> y]",
		"[x](javascript:alert(1))":                "p[x]",
		"[x](JavaScript:alert(1)) [y](data:text/html,z) [z](//evil.example)": "p[x y z]",
		"[la banca](https://evil.example/a?b=c)":                             "p[a(https://evil.example/a?b=c)[la banca] (evil.example)]",
		"[x](https://banca.it@evil.example/)":                                "p[x]",
		"![spia](https://evil.example/p.png)":                                "p[a(https://evil.example/p.png)[spia] (evil.example)]",
		"https://example.org/a <x@example.org>":                              "p[a(https://example.org/a)[https://example.org/a] a(mailto:x@example.org)[x@example.org]]",
	} {
		if got := told(Markdown(source)); got != want {
			t.Errorf("%q\n got %s\nwant %s", source, got, want)
		}
	}
}

// What the core wrote itself has no marks: names are shown as they are.
func TestPlain(t *testing.T) {
	for source, want := range map[string]string{
		"Ci sono 2 file:\n- __init__.py\n- a **b** `c`.txt\n\nE altro.\nAncora.": "p[Ci sono 2 file:]ul[li[__init__.py]li[a **b** `c`.txt]]p[E altro.br[]Ancora.]",
		"- # uno\n- > due\nfine": "ul[li[# uno]li[> due]]p[fine]",
		"":                       "",
		"\n\n":                   "",
	} {
		if got := told(Plain(source)); got != want {
			t.Errorf("%q\n got %s\nwant %s", source, got, want)
		}
	}
}

func TestOutcome(t *testing.T) {
	for name, tc := range map[string]struct{ data, want string }{
		"composed":    {`{"origin":"compose","message":"Ho **visto** a"}`, "p[Ho **visto** a]"},
		"tutor":       {`{"origin":"tutor","message":"Apri **Sistema**"}`, "p[Apri strong[Sistema]]"},
		"own pages":   {`{"origin":"tutor","message":"[S](/settings/system/safety) [R](/settings) [x](/file/abc) [y](//evil/settings) [z](/settings/../file)"}`, "p[a(/settings/system/safety)[S] a(/settings)[R] x y z]"},
		"not a model": {`{"origin":"propose","message":"[S](/settings/system/safety)"}`, "p[S]"},
		"markdown":    {`{"origin":"compose","message":"# T\n\nx\nAltri 3.","framework":{"shape":"text"},"table":{"rows":[{"name":"a.md","text":"# T\n\nx\n"}]}}`, "h[T]p[x]p[Altri 3.]"},
		"program":     {`{"origin":"compose","message":"# x\n__y__","framework":{"shape":"text"},"table":{"rows":[{"name":"a.py","text":"# x\n__y__\n"}]}}`, "pre(py)[# x\n__y__]"},
		"shortened":   {`{"origin":"compose","message":"# x","framework":{"shape":"text"},"table":{"rows":[{"name":"a.md","text":"# x and more"}]}}`, "p[# x]"},
		"a question":  {`{"message":"Fatto.\n\nQuale?","dialog":{"prompt":"Quale?"}}`, "p[Fatto.]"},
		"a proposal":  {`{"message":"Procedo?","proposal":{"prompt":"Procedo?"}}`, ""},
		"odd columns": {`{"message":"x","framework":{"shape":"text"},"table":{"rows":[{"name":3,"text":["x"]}]}}`, "p[x]"},
		"no outcome":  {`[1]`, ""},
		"null":        {`null`, ""},
	} {
		if got := told(Outcome(json.RawMessage(tc.data))); got != tc.want {
			t.Errorf("%s: got %s, want %s", name, got, tc.want)
		}
	}
}

var known = map[string]bool{"": true, "p": true, "h": true, "ul": true, "ol": true, "li": true, "pre": true, "code": true, "strong": true, "em": true,
	"del": true, "a": true, "quote": true, "hr": true, "br": true, "table": true, "tr": true, "th": true, "td": true}

func sound(t *testing.T, nodes []Node, depth int) {
	if depth > 2*maxDepth {
		t.Fatal("too deep")
	}
	for _, n := range nodes {
		if !known[n.Tag] || n.Tag != "" && n.Text != "" {
			t.Fatalf("%+v", n)
		}
		if n.Href != "" && !strings.HasPrefix(n.Href, "https://") && !strings.HasPrefix(n.Href, "http://") && !strings.HasPrefix(n.Href, "mailto:") {
			t.Fatalf("leads to %q", n.Href)
		}
		sound(t, n.Kids, depth+1)
	}
}

func TestDepthIsBounded(t *testing.T) {
	sound(t, Markdown(strings.Repeat("> ", 3000)+"x"), 0)
	sound(t, Markdown(strings.Repeat("- ", 2000)+"x"), 0)
	sound(t, Markdown(strings.Repeat("[", 3000)+strings.Repeat("](http://a)", 3000)), 0)
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"# a\n\n- b\n  1. *c*", "[a](javascript:x)", "<a href=javascript:x>", "|a|\n|-|\n|b|", "```x\ny", "![a](data:x)", "<http://a@b>", "a\\\nb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { sound(t, Markdown(s), 0); sound(t, Plain(s), 0) })
}
