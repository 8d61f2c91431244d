package rich

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

const (
	maxDepth    = 24       // elements within one another; deeper ones are shown as text
	maxMarkdown = 64 << 10 // bytes; a longer text is shown as it is written
)

// Markdown reads CommonMark with tables, struck text and bare addresses.
func Markdown(source string) []Node { return markdown(source, false) }

// markdown does; own text may also lead to the pages of the settings.
func markdown(source string, own bool) []Node {
	if len(source) > maxMarkdown {
		return []Node{element("pre", text(source))}
	}
	raw := []byte(source)
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify))
	return walker{raw, own}.kids(md.Parser().Parse(gtext.NewReader(raw)), 0)
}

type walker struct {
	source []byte
	own    bool
}

// ownPage is the address of a page of the settings.
var ownPage = regexp.MustCompile(`^/settings(?:/[a-z0-9-]+)*$`)

func (w walker) kids(n ast.Node, depth int) (out []Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		for _, made := range w.node(c, depth+1) {
			if last := len(out) - 1; made.Tag == "" && last >= 0 && out[last].Tag == "" {
				out[last].Text += made.Text // pieces of one text
				continue
			}
			out = append(out, made)
		}
	}
	return out
}

// node is what one node of the tree becomes; one of an unknown kind becomes what it holds.
func (w walker) node(n ast.Node, depth int) []Node {
	if depth > maxDepth {
		return []Node{text(w.plain(n))}
	}
	switch n := n.(type) {
	case *ast.Text:
		return w.piece(n)
	case *ast.String:
		return []Node{text(string(n.Value))}
	case *ast.RawHTML:
		return []Node{text(string(n.Segments.Value(w.source)))}
	case *ast.HTMLBlock:
		return []Node{element("p", text(strings.TrimSpace(w.plain(n))))}
	case *ast.FencedCodeBlock:
		return []Node{{Tag: "pre", Lang: word(string(n.Language(w.source))), Kids: []Node{text(w.lines(n))}}}
	case *ast.CodeBlock:
		return []Node{element("pre", text(w.lines(n)))}
	case *ast.CodeSpan:
		return []Node{element("code", text(w.plain(n)))}
	case *ast.Heading:
		return []Node{{Tag: "h", Level: n.Level, Kids: w.kids(n, depth)}}
	case *ast.List:
		if n.IsOrdered() {
			return []Node{{Tag: "ol", Level: n.Start, Kids: w.kids(n, depth)}}
		}
		return []Node{element("ul", w.kids(n, depth)...)}
	case *ast.Link:
		return w.link(string(n.Destination), w.kids(n, depth))
	case *ast.Image: // nothing is ever loaded from elsewhere
		return w.link(string(n.Destination), w.kids(n, depth))
	case *ast.AutoLink:
		return w.link(address(n, w.source), []Node{text(string(n.Label(w.source)))})
	case *ast.Emphasis:
		return []Node{element(map[bool]string{true: "strong", false: "em"}[n.Level > 1], w.kids(n, depth)...)}
	}
	if tag := tags[n.Kind()]; tag != "" {
		return []Node{element(tag, w.kids(n, depth)...)}
	}
	return w.kids(n, depth)
}

var tags = map[ast.NodeKind]string{
	ast.KindParagraph: "p", ast.KindListItem: "li", ast.KindBlockquote: "quote", ast.KindThematicBreak: "hr",
	extast.KindTable: "table", extast.KindTableHeader: "tr", extast.KindTableRow: "tr", extast.KindTableCell: "td",
	extast.KindStrikethrough: "del",
}

func (w walker) piece(n *ast.Text) []Node {
	raw := n.Segment.Value(w.source)
	if !n.IsRaw() { // a sign that was kept from being markup
		raw = util.UnescapePunctuations(raw)
	}
	said := text(string(raw))
	switch {
	case n.HardLineBreak():
		return []Node{said, element("br")}
	case n.SoftLineBreak():
		said.Text += "\n"
	}
	return []Node{said}
}

// lines is the text of a block as it stands.
func (w walker) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(w.source))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// plain is all text below a node.
func (w walker) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch t := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(t.Segment.Value(w.source))
			}
		case *ast.HTMLBlock, *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				b.WriteString(w.lines(n))
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func address(n *ast.AutoLink, source []byte) string {
	if n.AutoLinkType == ast.AutoLinkEmail {
		return "mailto:" + string(n.Label(source))
	}
	return string(n.URL(source))
}

// link keeps an address a person may follow, and says where it leads when its words say something else.
func (w walker) link(to string, said []Node) []Node {
	if w.own && ownPage.MatchString(to) {
		return []Node{{Tag: "a", Href: to, Kids: said}}
	}
	u, err := url.Parse(to)
	if err != nil || !(u.Scheme == "mailto" && u.Opaque != "" || (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil) {
		return said
	}
	out := []Node{{Tag: "a", Href: u.String(), Kids: said}}
	if place := u.Host + u.Opaque; !strings.Contains(words(said), place) {
		out = append(out, text(" ("+place+")"))
	}
	return out
}

func words(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		b.WriteString(n.Text + words(n.Kids))
	}
	return b.String()
}

// word is a language's name, or nothing.
func word(s string) string {
	if len(s) > 24 || strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#.-_", r)
	}) {
		return ""
	}
	return s
}
