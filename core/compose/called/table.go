package called

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

// Table is the file whose rows a sentence calls by the file's name: "the customers of Rome" where there is one
// customers.csv. rows tells the extensions of tables. alone reports that no other file has the word in its name. It is
// "" when there is none or several, and for a sentence that changes anything but a file to save rows in.
func Table(reading speech.Reading, home string, places any, rows func(ext string) bool) (name string, alone bool) {
	inside, has := places.(Contents)
	if !has {
		return "", false
	}
	for _, f := range reading.Facts {
		act, _ := f.Get("act")
		if _, named := f.Get("file"); named && f.Arg(0) != "new" || request.Actions[act.Value] != "" && act.Value != "save" && act.Value != "write" {
			return "", false
		}
	}
	files, _ := inside.Inside(home, true)
	tables := map[string][]string{} // by the name without its extension, folded
	for _, path := range files {
		if rows(extension(path)) {
			stem := vocab.Fold(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
			tables[stem] = append(tables[stem], path)
		}
	}
	if len(tables) == 0 {
		return "", false
	}
	var said [][]string
	var found []string
	for _, t := range reading.Tokens {
		if t.Kind != token.Word || len(t.Fold) < 4 {
			continue
		}
		words := forms(t.Fold, reading.Lang == "en")
		for _, word := range words {
			for _, path := range tables[word] {
				if !slices.Contains(found, path) {
					found, said = append(found, path), [][]string{words}
				}
			}
		}
	}
	if len(found) != 1 {
		return "", false
	}
	others := slices.ContainsFunc(files, func(path string) bool { return path != found[0] && hasWords(path, said) })
	name = filepath.Base(found[0])
	if slices.ContainsFunc(files, func(path string) bool { return path != found[0] && strings.EqualFold(filepath.Base(path), name) }) {
		name = strings.TrimPrefix(found[0], home+"/")
	}
	return name, !others && !strings.ContainsAny(name, " '\"")
}

func extension(path string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
}
