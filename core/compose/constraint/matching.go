package constraint

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/vocab"
)

// kindsOf are the usual extensions of the kinds people speak of.
var kindsOf = map[string]string{
	"image": "jpg jpeg png gif bmp tif tiff webp heic heif avif svg ico raw cr2 cr3 nef arw dng orf psd xcf",
	"video": "mp4 m4v mov avi mkv webm wmv flv mpg mpeg 3gp mts ogv", "audio": "mp3 flac wav ogg oga opus m4a aac wma aif aiff mid midi",
	"archive": "zip tar gz tgz bz2 xz zst 7z rar iso dmg deb rpm jar apk", "spreadsheet": "xls xlsx xlsm ods csv tsv numbers",
	"presentation": "ppt pptx pptm pps ppsx odp key", "code": "go py js ts jsx tsx java c h cc cpp hpp cs rb rs php pl sh lua swift kt sql html css xml json yaml yml toml",
}

// Matches reports whether a file of this name meets the conditions on names and extensions.
func Matches(name string, list []request.Condition) bool {
	name = vocab.Fold(name)
	ext := strings.TrimPrefix(filepath.Ext(name), ".")
	for _, k := range list {
		want := vocab.Fold(k.Text)
		ok := true
		switch k.Property + " " + k.Op {
		case "extension in":
			ok = slices.Contains(strings.Split(want, "\n"), ext)
		case "kind eq":
			ok = slices.Contains(strings.Fields(kindsOf[k.Text]), ext)
		case "name contains":
			ok = strings.Contains(name, want)
		case "name starts":
			ok = strings.HasPrefix(name, want)
		case "name ends":
			ok = strings.HasSuffix(name, want)
		case "name eq":
			ok = name == want
		case "name matches":
			ok, _ = path.Match(want, name)
		}
		if !ok {
			return false
		}
	}
	return true
}
