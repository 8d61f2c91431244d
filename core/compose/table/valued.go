package table

import "github.com/metnos/metnos/core/compose/speech"

// Valued reports what is about the rows of a table when the file is one, and about lines of text when it is not: "the
// rows of a.csv with amount ...", "count the rows", "the first two rows".
func Valued(reading speech.Reading) bool {
	for _, f := range reading.Facts {
		_, named := f.Get("file")
		prop, _ := f.Get("prop")
		switch {
		case f.Name == "lines", f.Name == "countprop" && prop.Value == "lines":
			return true
		case named && (f.Name == "linewith" || f.Name == "countlines"):
			words := map[string]bool{}
			for _, t := range reading.Tokens[f.Start:f.End] {
				words[t.Fold] = true
			}
			with := words["con"] || words["with"] || words["hanno"] || words["ha"] || words["have"] || words["has"] || words["dove"] || words["where"]
			return with && !words["parola"] && !words["testo"] && !words["scritta"] && !words["word"] && !words["text"] && !words["dentro"]
		}
	}
	return false
}
