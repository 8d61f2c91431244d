package part

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/vocab"
)

// Inventory is the executor that tells what is in an archive, nil when the catalog has none.
func (b Planner) Inventory() *shelf.Tool {
	for _, i := range b.Shelf.ByPair[[2]string{"list", "files"}] {
		if t := &b.Shelf.Tools[i]; slices.Contains([]string{"zip", "tar", "gz"}, t.Parts.Qualifier) && t.Has("paths") {
			return t
		}
	}
	return nil
}

// Looked is the archive whose contents a clause asks for, when no executor of the catalog reads such a file: "what is
// in a.zip", "how many files are in a.zip".
func (b Planner) Looked(c *request.Clause) (name speech.Capture, ok bool) {
	asks := slices.Contains([]string{"count", "which", "contents", "say", "exists"}, c.Ask)
	looks := slices.Contains([]string{"list", "show", "read", "open", "count", "tell", "look", "find", "group", "sort"}, c.Act)
	things := c.Has("obj", "ext", "kind") || c.Has("file") && c.Has("infile")
	asks = asks || things && (c.Ask == "sum" || c.Ask == "where" || c.Ask == "" && c.Act == "")
	if c.Act != "" && !looks || c.Ask != "" && !asks || c.Act == "" && !asks || c.Has("meta") || c.Has("sum") && !things {
		return name, false
	}
	for _, f := range c.Facts {
		file, named := f.Get("file")
		if !named || f.Arg(0) == "new" || !Packed(file.Text) || b.folder(file) {
			continue
		}
		whole := f.Name == "file" && (c.Has("whole") || slices.Contains([]string{"contents", "say"}, c.Ask) || slices.Contains([]string{"read", "open"}, c.Act))
		if f.Name != "infile" && f.Name != "say" && f.Name != "contents" && !whole {
			continue
		}
		ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(file.Text)), ".")
		if t := b.Reader(ext, "paths"); t != nil && slices.Contains(vocab.Closed().Reads[t.Parts.Qualifier], ext) {
			continue
		}
		return file, true
	}
	return name, false
}

// extensions are those of the kinds people ask for a part of an archive by.
var extensions = map[string]string{
	"image": "jpg,jpeg,jpe,png,gif,bmp,tif,tiff,webp,heic,heif,avif,svg,raw,cr2,cr3,nef,arw,dng",
	"video": "mp4,m4v,mov,avi,mkv,webm,wmv,flv,mpg,mpeg,3gp,mts",
	"audio": "mp3,flac,wav,ogg,oga,opus,m4a,aac,wma,aif,aiff,mid,midi",
}

// Taken puts in the arguments of what opens an archive the names of the files to take from it, "only the pdfs", "note.txt
// from a.zip". It refuses the clause when what is asked for has no place there: all of it would be another request.
func (b Planner) Taken(c *request.Clause, t *shelf.Tool, args map[string]any) error {
	packs := func(f speech.Fact) bool { name, ok := f.Get("file"); return ok && Packed(name.Text) }
	if !t.Has("glob") || !slices.ContainsFunc(c.Facts, packs) {
		return nil
	}
	glob := ""
	for i, f := range c.Facts {
		if c.Used[i] || packs(f) {
			continue
		}
		one := ""
		switch f.Name {
		case "ext":
			e, _ := f.Get("ext")
			one = braced(e.Value)
		case "kind":
			k, _ := f.Get("kind")
			if k.Value == "archive" {
				continue // "extract the archive a.zip"
			}
			one = braced(extensions[k.Value])
		case "file":
			name, _ := f.Get("file")
			one = request.GlobText(name.Text)
		case "glob":
			g, _ := f.Get("glob")
			one = g.Text
		default:
			continue
		}
		if one == "" || glob != "" {
			name, _ := c.Facts[slices.IndexFunc(c.Facts, packs)].Get("file")
			return steps.Limit("inside_archive", "a part of a file", "file", name.Text, "what", strings.TrimSpace(b.From(b.Position(c))))
		}
		glob, c.Used[i] = one, true
	}
	if glob != "" {
		t.Put(args, "glob", glob)
	}
	return nil
}

// braced is the pattern of the names with one of the extensions.
func braced(list string) string {
	switch {
	case list == "":
		return ""
	case !strings.Contains(list, ","):
		return "*." + list
	}
	return "*.{" + list + "}"
}
