package draft

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxDepth is how deep lists, quotes and dresses may lie in one another: what lies deeper is written as plain text.
const maxDepth = 32

// Markdown makes blocks out of a text: headings, lists, tables, quotes, code, bold, italic and links. A line end
// of the text stays one; HTML stays the text it is.
func Markdown(source string) []Block {
	data := []byte(source)
	root := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(data))
	m := &marked{source: data}
	m.blocks(root, 0, false)
	return m.out
}

// marked is a text being taken apart.
type marked struct {
	source []byte
	out    []Block
}

// blocks adds the blocks below a node. quoted tells that they are inside a quote.
func (m *marked) blocks(parent ast.Node, depth int, quoted bool) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			m.out = append(m.out, Block{Kind: Heading, Level: n.Level, Runs: m.runs(n)})
		case *ast.List:
			m.list(n, depth, quoted)
		case *ast.Blockquote:
			if depth < maxDepth {
				m.blocks(n, depth+1, true)
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			m.out = append(m.out, Block{Kind: Code, Runs: plain(strings.TrimRight(m.lines(n), "\n"))})
		case *ast.HTMLBlock:
			m.paragraph(plain(strings.TrimRight(m.lines(n), "\n")), quoted)
		case *ast.ThematicBreak:
			m.out = append(m.out, Block{Kind: Rule})
		case *tables.Table:
			m.table(n)
		default:
			m.paragraph(m.runs(n), quoted)
		}
	}
}

func (m *marked) paragraph(runs []Run, quoted bool) {
	if len(runs) == 0 {
		return
	}
	kind := Paragraph
	if quoted {
		kind = Quote
	}
	m.out = append(m.out, Block{Kind: kind, Runs: runs})
}

func (m *marked) list(list *ast.List, depth int, quoted bool) {
	number := max(list.Start, 1)
	if list.Start == 0 && list.IsOrdered() {
		number = 0
	}
	first := true
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		b := Block{Kind: Bullet, Level: min(depth, 8)}
		if list.IsOrdered() {
			b.Kind, b.N, b.First = Number, number, first
			number++
		}
		first = false
		head := item.FirstChild()
		if head != nil && (head.Kind() == ast.KindTextBlock || head.Kind() == ast.KindParagraph) {
			b.Runs = m.runs(head)
			item.RemoveChild(item, head)
		}
		m.out = append(m.out, b)
		if depth < maxDepth {
			m.blocks(item, depth+1, quoted)
		}
	}
}

func (m *marked) table(t *tables.Table) {
	b := Block{Kind: Table}
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		var cells [][]Run
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, m.runs(cell))
		}
		b.Rows = append(b.Rows, cells)
	}
	m.out = append(m.out, b)
}

// lines are the lines of a block as they are written.
func (m *marked) lines(n ast.Node) string {
	var out strings.Builder
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		out.Write(at.Value(m.source))
	}
	if html, ok := n.(*ast.HTMLBlock); ok && html.HasClosure() {
		out.Write(html.ClosureLine.Value(m.source))
	}
	return out.String()
}

func (m *marked) runs(n ast.Node) []Run {
	var out []Run
	m.inline(n, Run{}, 0, &out)
	return merged(out)
}

// inline adds the runs below a node in the dress they inherit.
func (m *marked) inline(parent ast.Node, dress Run, depth int, out *[]Run) {
	add := func(text string) {
		if text != "" {
			r := dress
			r.Text = text
			*out = append(*out, r)
		}
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		inner := dress
		switch n := n.(type) {
		case *ast.Text:
			add(string(literal(n.Value(m.source))))
			if n.SoftLineBreak() || n.HardLineBreak() {
				add("\n")
			}
			continue
		case *ast.String:
			add(string(n.Value))
			continue
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				at := n.Segments.At(i)
				add(string(at.Value(m.source)))
			}
			continue
		case *ast.AutoLink:
			dress.URL = string(n.URL(m.source))
			add(string(n.Label(m.source)))
			dress = inner
			continue
		case *ast.CodeSpan:
			inner.Code = true
		case *ast.Emphasis:
			inner.Bold, inner.Italic = inner.Bold || n.Level == 2, inner.Italic || n.Level == 1
		case *ast.Link:
			inner.URL = string(n.Destination)
		}
		if depth < maxDepth {
			m.inline(n, inner, depth+1, out)
		}
	}
}

// merged joins neighbours in the same dress.
func merged(runs []Run) []Run {
	var out []Run
	for _, r := range runs {
		if n := len(out); n > 0 {
			same := out[n-1]
			same.Text = r.Text
			if same == r {
				out[n-1].Text += r.Text
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// literal undoes the backslashes and the entities of a text.
func literal(value []byte) []byte {
	return util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(value)))
}
