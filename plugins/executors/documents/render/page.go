package render

import (
	"bufio"
	"cmp"
	"io"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/documents/draft"
)

// look is the style of a page: it reads well on a screen and on paper, and fetches nothing.
const look = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#222}` +
	`table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top}th{background:#f2f2f2}` +
	`pre{background:#f6f6f6;padding:.8rem;overflow:auto}blockquote{border-left:3px solid #ccc;margin-left:0;padding-left:1rem;color:#555}`

// page writes a document as HTML.
func page(w io.Writer, d draft.Document) error {
	out := bufio.NewWriter(w)
	out.WriteString("<!DOCTYPE html>\n<html lang=\"" + cmp.Or(escape(d.Lang), "en") + "\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + escape(cmp.Or(oneLine(d.Title), firstHeading(d.Blocks))) + "</title>\n<style>" + look + "</style>\n</head>\n<body>\n")
	if d.Title != "" {
		out.WriteString("<h1>" + escape(d.Title) + "</h1>\n")
	}
	var open []string // lists
	closeTo := func(depth int) {
		for len(open) > depth {
			out.WriteString("</li></" + open[len(open)-1] + ">\n")
			open = open[:len(open)-1]
		}
	}
	for _, b := range d.Blocks {
		if !listed(b) {
			closeTo(0)
			pageBlock(out, b)
			continue
		}
		tag := "ul"
		if b.Kind == draft.Number {
			tag = "ol"
		}
		depth := min(b.Level, len(open))
		closeTo(depth + 1)
		if len(open) == depth+1 && (open[depth] != tag || b.First) {
			closeTo(depth)
		}
		if len(open) == depth+1 {
			out.WriteString("</li>\n")
		} else {
			out.WriteString("<" + tag)
			if b.Kind == draft.Number && b.N != 1 {
				out.WriteString(" start=\"" + strconv.Itoa(b.N) + "\"")
			}
			out.WriteString(">\n")
			open = append(open, tag)
		}
		out.WriteString("<li>" + pageRuns(b.Runs))
	}
	closeTo(0)
	out.WriteString("</body>\n</html>\n")
	return out.Flush()
}

func firstHeading(blocks []draft.Block) string {
	for _, b := range blocks {
		if b.Kind == draft.Heading {
			return oneLine(draft.Text(b.Runs))
		}
	}
	return ""
}

func pageBlock(out *bufio.Writer, b draft.Block) {
	switch b.Kind {
	case draft.Heading:
		tag := "h" + strconv.Itoa(max(1, min(6, b.Level)))
		out.WriteString("<" + tag + ">" + pageRuns(b.Runs) + "</" + tag + ">\n")
	case draft.Quote:
		out.WriteString("<blockquote><p>" + pageRuns(b.Runs) + "</p></blockquote>\n")
	case draft.Code:
		out.WriteString("<pre><code>" + escape(draft.Text(b.Runs)) + "</code></pre>\n")
	case draft.Rule:
		out.WriteString("<hr>\n")
	case draft.Table:
		columns := widest(b.Rows)
		out.WriteString("<table>\n")
		for i, row := range b.Rows {
			tag := "td"
			if i == 0 {
				tag = "th"
			}
			out.WriteString("<tr>")
			for n := range columns {
				out.WriteString("<" + tag + ">" + pageRuns(cell(row, n)) + "</" + tag + ">")
			}
			out.WriteString("</tr>\n")
		}
		out.WriteString("</table>\n")
	default:
		out.WriteString("<p>" + pageRuns(b.Runs) + "</p>\n")
	}
}

func pageRuns(runs []draft.Run) string {
	var out strings.Builder
	for _, r := range runs {
		text := strings.ReplaceAll(escape(r.Text), "\n", "<br>\n")
		for _, dress := range []struct {
			on  bool
			tag string
		}{{r.Code, "code"}, {r.Italic, "em"}, {r.Bold, "strong"}} {
			if dress.on {
				text = "<" + dress.tag + ">" + text + "</" + dress.tag + ">"
			}
		}
		if url := safe(r.URL); url != "" {
			text = `<a href="` + escape(url) + `">` + text + "</a>"
		}
		out.WriteString(text)
	}
	return out.String()
}
