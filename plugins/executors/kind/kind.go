package kind

import "strings"

// groups lists the extensions of every kind.
func groups() map[string]string {
	return map[string]string{
		"image":        "jpg jpeg jpe png gif bmp tif tiff webp heic heif avif svg ico raw cr2 cr3 nef arw dng orf rw2 psd xcf jxl",
		"video":        "mp4 m4v mov avi mkv webm wmv flv mpg mpeg 3gp mts m2ts ogv vob",
		"audio":        "mp3 flac wav ogg oga opus m4a aac wma aif aiff mid midi ape m3u m3u8",
		"document":     "pdf doc docx docm dot dotx odt ott rtf pages tex ps xps",
		"spreadsheet":  "xls xlsx xlsm xlsb ods ots csv tsv numbers",
		"presentation": "ppt pptx pptm pps ppsx odp key",
		"text":         "txt md markdown rst log nfo text org adoc srt",
		"code": "go py js ts jsx tsx java c h cc cpp cxx hpp cs rb rs php pl sh bash zsh fish ps1 bat lua swift kt scala sql r m " +
			"html htm css scss xml json yaml yml toml ini cfg conf ipynb vue dart ex exs erl hs clj el vim asm",
		"archive": "zip tar gz tgz bz2 tbz2 xz txz zst 7z rar lz lzma cab iso dmg deb rpm jar apk",
		"book":    "epub mobi azw azw3 fb2 djvu cbz cbr",
		"font":    "ttf otf woff woff2 ttc",
	}
}

var table = byExtension()

func byExtension() map[string]string {
	out := map[string]string{}
	for kind, list := range groups() {
		for _, extension := range strings.Fields(list) {
			out[extension] = kind
		}
	}
	return out
}

// Of returns the kind of an extension written in lower case without a dot, or "" when it has none.
func Of(extension string) string { return table[extension] }

// Extension returns the extension of a file name in lower case without the dot: "gz" of a.tar.gz, ""
// of Makefile and of .profile.
func Extension(name string) string {
	name = strings.TrimLeft(name, ".")
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot == len(name)-1 || strings.ContainsAny(name[dot:], " ") {
		return ""
	}
	return strings.ToLower(name[dot+1:])
}
