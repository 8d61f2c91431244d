package render

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/documents/draft"
)

// markdown writes a document as Markdown: the text it comes from as it is, then what does not come from it.
func markdown(w io.Writer, d draft.Document) error {
	out := bufio.NewWriter(w)
	if d.Title != "" {
		out.WriteString("# " + oneLine(d.Title) + "\n\n")
	}
	source(out, d)
	for i, b := range d.Blocks {
		if i > 0 && !(listed(b) && listed(d.Blocks[i-1])) {
			out.WriteByte('\n')
		}
		switch b.Kind {
		case draft.Table:
			markdownTable(out, b.Rows)
		case draft.Bullet:
			out.WriteString(strings.Repeat("  ", b.Level) + "- " + oneLine(draft.Text(b.Runs)) + "\n")
		default:
			out.WriteString(draft.Text(b.Runs) + "\n")
		}
	}
	return out.Flush()
}

// source writes the text a document comes from, with an empty line before what follows.
func source(out *bufio.Writer, d draft.Document) {
	if d.Source == "" {
		return
	}
	out.WriteString(strings.TrimRight(d.Source, "\n") + "\n")
	if len(d.Blocks) > 0 {
		out.WriteByte('\n')
	}
}

func listed(b draft.Block) bool { return b.Kind == draft.Bullet || b.Kind == draft.Number }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func markdownTable(out *bufio.Writer, rows [][][]draft.Run) {
	columns := widest(rows)
	for i, row := range rows {
		out.WriteString("|")
		for n := range columns {
			out.WriteString(" " + strings.ReplaceAll(oneLine(draft.Text(cell(row, n))), "|", `\|`) + " |")
		}
		out.WriteByte('\n')
		if i == 0 {
			out.WriteString("|" + strings.Repeat(" --- |", columns) + "\n")
		}
	}
}

// text writes a document as plain text.
func text(w io.Writer, d draft.Document) error {
	out := bufio.NewWriter(w)
	if d.Title != "" {
		title := oneLine(d.Title)
		out.WriteString(title + "\n" + strings.Repeat("=", length(title)) + "\n\n")
	}
	source(out, d)
	for i, b := range d.Blocks {
		if i > 0 && !(listed(b) && listed(d.Blocks[i-1])) {
			out.WriteByte('\n')
		}
		switch b.Kind {
		case draft.Table:
			textTable(out, b.Rows)
		case draft.Bullet:
			out.WriteString(strings.Repeat("  ", b.Level) + "- " + draft.Text(b.Runs) + "\n")
		case draft.Number:
			out.WriteString(strings.Repeat("  ", b.Level) + strconv.Itoa(b.N) + ". " + draft.Text(b.Runs) + "\n")
		default:
			out.WriteString(draft.Text(b.Runs) + "\n")
		}
	}
	return out.Flush()
}

// maxWidth is how wide a column of a table of plain text is made.
const maxWidth = 60

func textTable(out *bufio.Writer, rows [][][]draft.Run) {
	widths := make([]int, widest(rows))
	for _, row := range rows {
		for n := range widths {
			widths[n] = min(maxWidth, max(widths[n], length(oneLine(draft.Text(cell(row, n))))))
		}
	}
	for i, row := range rows {
		var line strings.Builder
		for n, width := range widths {
			shown := oneLine(draft.Text(cell(row, n)))
			line.WriteString(shown + strings.Repeat(" ", max(0, width-length(shown))+2))
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		if i == 0 {
			for n, width := range widths {
				if n > 0 {
					out.WriteString("  ")
				}
				out.WriteString(strings.Repeat("-", max(1, width)))
			}
			out.WriteByte('\n')
		}
	}
}
