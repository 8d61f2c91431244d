package target

import (
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/exif"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

var placeholder = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// facts fill the placeholders of a name or of a subfolder.
func facts(p string, info fs.FileInfo, n int, at *time.Location, lang string) map[string]string {
	name := path.Base(p)
	extension := kind.Extension(name)
	stem := name
	if extension != "" {
		stem = name[:len(name)-len(extension)-1]
	}
	modified := info.ModTime().In(at)
	return map[string]string{
		"name": name, "stem": stem, "extension": extension, "folder": path.Base(path.Dir(p)),
		"year": modified.Format("2006"), "month": modified.Format("01"), "day": modified.Format("02"),
		"date": modified.Format(time.DateOnly), "month_name": monthName(modified.Month(), lang),
		"kind": kindName(kind.Of(extension), lang), "initial": initial(name), "n": strconv.Itoa(n),
	}
}

// shot adds when a picture was taken, by the clock of its camera. One that does not say it goes nowhere: the date of
// the file is often that of a copy.
func (t Target) shot(values map[string]string, p string, info fs.FileInfo) error {
	unknown := entry.Failed(sdk.NotFound, "taken_unknown", p, "does not say when it was taken")
	if !info.Mode().IsRegular() {
		return unknown
	}
	file, err := t.files.Open(p)
	if err != nil {
		return err
	}
	defer file.Close()
	taken, ok := exif.Taken(file, info.Size())
	if !ok {
		return unknown
	}
	at := taken.Time
	values["taken_year"], values["taken_month"], values["taken_day"] = at.Format("2006"), at.Format("01"), at.Format("02")
	values["taken_date"], values["taken_time"] = at.Format(time.DateOnly), at.Format("15.04.05")
	return nil
}

// fits fills a template. A placeholder that is not known is an error; values never add a slash.
func fits(template string, values map[string]string) (string, error) {
	unknown := ""
	out := placeholder.ReplaceAllStringFunc(template, func(token string) string {
		value, ok := values[token[1:len(token)-1]]
		if !ok {
			unknown = token
		}
		return strings.ReplaceAll(value, "/", "_")
	})
	if unknown != "" {
		return "", sdk.Errorf(sdk.WrongArgs, "placeholder_unknown", "%s is not a placeholder", unknown).With("placeholder", unknown)
	}
	return out, nil
}

// subfolder fills a template for folders. A level that comes out empty is left out: files without an
// extension stay where {extension} would lead.
func subfolder(template string, values map[string]string) (string, error) {
	filled, err := fits(template, values)
	if err != nil {
		return "", err
	}
	var levels []string
	for _, level := range strings.Split(filled, "/") {
		level = strings.TrimSpace(level)
		if level == "" || level == "." {
			continue
		}
		if level == ".." || strings.ContainsRune(level, 0) {
			return "", sdk.Errorf(sdk.WrongArgs, "name_wrong", "%q is not the name of a folder", level).With("name", entry.Shown(level))
		}
		levels = append(levels, level)
	}
	return path.Join(levels...), nil
}

// newName checks a file name.
func newName(name string) error {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") || len(name) > 255 {
		return sdk.Errorf(sdk.WrongArgs, "name_wrong", "%q is not a file name", name).With("name", entry.Shown(name))
	}
	return nil
}

// initial is the first letter of a name, upper case and without accent; # for a digit, _ for the rest.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(fold.Text(strings.TrimLeft(name, ". ")))
	switch {
	case unicode.IsLetter(r):
		return string(unicode.ToUpper(r))
	case unicode.IsDigit(r):
		return "#"
	}
	return "_"
}

func monthName(m time.Month, lang string) string {
	if lang != "it" {
		return m.String()
	}
	return [...]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
		"ottobre", "novembre", "dicembre"}[m-1]
}

// kindName is the folder a kind of file goes to, in the person's language.
func kindName(k, lang string) string {
	names := map[string][2]string{
		"image": {"Immagini", "Pictures"}, "video": {"Video", "Videos"}, "audio": {"Musica", "Music"},
		"document": {"Documenti", "Documents"}, "spreadsheet": {"Fogli di calcolo", "Spreadsheets"},
		"presentation": {"Presentazioni", "Presentations"}, "text": {"Testi", "Texts"}, "code": {"Codice", "Code"},
		"archive": {"Archivi", "Archives"}, "book": {"Libri", "Books"}, "font": {"Caratteri", "Fonts"},
	}
	pair, ok := names[k]
	if !ok {
		pair = [2]string{"Altro", "Other"}
	}
	if lang == "it" {
		return pair[0]
	}
	return pair[1]
}
