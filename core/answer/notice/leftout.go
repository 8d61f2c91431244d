package notice

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/answer/voice"
)

// LeftOut is an executor that would be there but is refused, with the file to blame and the reason.
type LeftOut struct {
	Name, File string
	Err        error
}

// fewFiles is how many files to blame are explained where a sentence may have needed them.
const fewFiles = 2

// LeftOut tells which executors are refused, when that may be why a sentence could not be served: a few with
// the file and the reason, more in one line that names the remedy. It begins with a line break.
func (w Writer) LeftOut(lang string, list []LeftOut) string {
	p := page{voice.New(w.Say, lang, "", nil)}
	byFile, files := map[string][]string{}, []string{}
	var names []string
	reasons := map[string]error{}
	for _, l := range list {
		if byFile[l.File] == nil {
			files = append(files, l.File)
		}
		byFile[l.File], reasons[l.File] = append(byFile[l.File], l.Name), l.Err
		names = append(names, l.Name)
	}
	switch {
	case len(list) == 0:
		return ""
	case len(files) > fewFiles:
		slices.Sort(names)
		return "\n" + p.Tell("left_out_many", "names", strings.Join(slices.Compact(names), ", "))
	}
	var lines strings.Builder
	for _, file := range files {
		lines.WriteString("\n" + p.Tell("left_out", "name", strings.Join(byFile[file], ", "), "file", file, "reason", p.Sentence(lang, reasons[file])))
	}
	return lines.String()
}
