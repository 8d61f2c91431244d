package rich

import (
	"encoding/json"
	"path"
	"strings"
)

// Node is an element (Tag) with its children, or a piece of text (Text). Tags: p, h, ul, ol, li, pre, code, strong,
// em, del, a, quote, hr, br, table, tr, th, td.
type Node struct {
	Tag   string `json:"t,omitempty"`
	Text  string `json:"x,omitempty"`
	Href  string `json:"h,omitempty"` // of a: an absolute http, https or mailto address
	Lang  string `json:"l,omitempty"` // of pre: what the text is written in
	Level int    `json:"n,omitempty"` // of h: 1 to 6; of ol: its first number
	Kids  []Node `json:"k,omitempty"`
}

func text(s string) Node { return Node{Text: s} }

func element(tag string, kids ...Node) Node { return Node{Tag: tag, Kids: kids} }

// outcome is what is read of the final event of a turn.
type outcome struct {
	Origin  string `json:"origin"`
	Message string `json:"message"`
	Dialog  *struct {
		Prompt string `json:"prompt"`
	} `json:"dialog"`
	Proposal *struct {
		Prompt string `json:"prompt"`
	} `json:"proposal"`
	Framework struct {
		Shape string `json:"shape"`
	} `json:"framework"`
	Table *struct {
		Rows []struct {
			Name any `json:"name"`
			Path any `json:"path"`
			Text any `json:"text"`
		} `json:"rows"`
	} `json:"table"`
}

// written are the origins of a turn whose message somebody wrote in Markdown.
var written = map[string]bool{"tutor": true, "propose": true}

// Outcome is the message of a turn's final event. A file's contents are shown as what they are: Markdown as Markdown,
// anything else as it is written, line by line. Of a question only what its card does not say is told.
func Outcome(data json.RawMessage) []Node {
	var o outcome
	if json.Unmarshal(data, &o) != nil {
		return nil
	}
	message := o.Message
	for _, asked := range []*struct {
		Prompt string `json:"prompt"`
	}{o.Proposal, o.Dialog} {
		if asked != nil && asked.Prompt != "" {
			message = strings.TrimSpace(strings.Replace(message, asked.Prompt, "", 1))
		}
	}
	switch {
	case written[o.Origin]:
		return markdown(message, o.Origin == "tutor")
	case o.Framework.Shape == "text" && o.Table != nil && len(o.Table.Rows) == 1:
		row := o.Table.Rows[0]
		content, _ := row.Text.(string)
		content = strings.TrimSpace(content)
		if rest, found := strings.CutPrefix(message, content); found && content != "" {
			return append(contents(nameOf(row.Name, row.Path), content), Plain(strings.TrimSpace(rest))...)
		}
	}
	return Plain(message)
}

func nameOf(values ...any) string {
	for _, v := range values {
		if s, ok := v.(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// prose are the endings of files whose text has no shape of its own.
var prose = map[string]bool{".txt": true, ".pdf": true, ".docx": true, ".odt": true, ".html": true, ".htm": true, ".epub": true, ".rtf": true}

// contents shows a file's text by the file's name.
func contents(name, content string) []Node {
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".md" || ext == ".markdown":
		return Markdown(content)
	case prose[ext] || ext == "":
		return []Node{{Tag: "pre", Lang: "", Kids: []Node{text(content)}}}
	default:
		return []Node{{Tag: "pre", Lang: ext[1:], Kids: []Node{text(content)}}}
	}
}

// Plain reads paragraphs, their lines, and lists of lines that begin with "- ".
func Plain(message string) (out []Node) {
	for block := range strings.SplitSeq(strings.Trim(message, "\n"), "\n\n") {
		list, paragraph := -1, -1 // of out, while they go on
		for line := range strings.SplitSeq(strings.Trim(block, "\n"), "\n") {
			if item, ok := strings.CutPrefix(line, "- "); ok {
				if list < 0 {
					out, list, paragraph = append(out, element("ul")), len(out), -1
				}
				out[list].Kids = append(out[list].Kids, element("li", text(item)))
				continue
			}
			list = -1
			switch {
			case paragraph >= 0:
				out[paragraph].Kids = append(out[paragraph].Kids, element("br"), text(line))
			case strings.TrimSpace(line) != "":
				out, paragraph = append(out, element("p", text(line))), len(out)
			}
		}
	}
	return out
}
