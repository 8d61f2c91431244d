package format

import (
	"bytes"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Kind is a kind of archive, by the extension it usually has.
type Kind string

// The kinds that are known. Gz, Bz2 and Zst hold one file, without its name.
const (
	None   Kind = ""
	Zip    Kind = "zip"
	Tar    Kind = "tar"
	TarGz  Kind = "tar.gz"
	TarBz2 Kind = "tar.bz2"
	TarZst Kind = "tar.zst"
	Gz     Kind = "gz"
	Bz2    Kind = "bz2"
	Zst    Kind = "zst"
)

// extensions are those of each kind, longer ones first.
func extensions() []struct {
	extension string
	kind      Kind
} {
	return []struct {
		extension string
		kind      Kind
	}{
		{".tar.gz", TarGz}, {".tar.bz2", TarBz2}, {".tar.zst", TarZst}, {".tgz", TarGz}, {".tbz2", TarBz2}, {".tbz", TarBz2},
		{".tzst", TarZst}, {".zip", Zip}, {".tar", Tar}, {".gz", Gz}, {".bz2", Bz2}, {".zst", Zst},
	}
}

// Stem is a file name without the extension of an archive.
func Stem(name string) string {
	lower := strings.ToLower(name)
	for _, e := range extensions() {
		if strings.HasSuffix(lower, e.extension) && len(name) > len(e.extension) {
			return name[:len(name)-len(e.extension)]
		}
	}
	return name
}

// Named is the kind an archive to be written has by its path, or by what was asked for, with the path it gets:
// one without any extension gets that of its kind.
func Named(p, asked string) (Kind, string, error) {
	kind, lower := Kind(asked), strings.ToLower(p)
	for _, e := range extensions() {
		if kind == None && strings.HasSuffix(lower, e.extension) {
			kind = e.kind
		}
	}
	name := lower[strings.LastIndexByte(lower, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	switch {
	case kind == Bz2 || kind == TarBz2 || kind == None && foreign(name[dot+1:]):
		return None, p, entry.Failed(sdk.WrongArgs, "archive_not_written", p, "archives of this kind are not written")
	case kind == None:
		kind = Zip
	}
	if dot <= 0 {
		p += "." + string(kind)
	}
	return kind, p, nil
}

// foreign reports the extension of an archive that is not known here.
func foreign(extension string) bool {
	switch extension {
	case "7z", "rar", "xz", "txz", "lz", "lzma", "lz4", "arj", "cab", "ace":
		return true
	}
	return false
}

// headBytes is how much of a file tells its kind.
const headBytes = 512

// compression tells how a stream is compressed by its first bytes: Gz, Bz2, Zst or None.
func compression(head []byte) Kind {
	switch {
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B, 8}):
		return Gz
	case len(head) > 10 && bytes.HasPrefix(head, []byte("BZh")) && head[3] >= '1' && head[3] <= '9' && string(head[4:10]) == "1AY&SY":
		return Bz2
	case bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		return Zst
	}
	return None
}

// isTar recognises the header of a tar member, by its mark or, for old ones, by its checksum.
func isTar(head []byte) bool {
	if len(head) < headBytes {
		return false
	}
	if string(head[257:262]) == "ustar" {
		return true
	}
	sum, said := 0, 0
	for i, c := range head {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int(c)
	}
	for _, c := range bytes.Trim(head[148:156], " \x00") {
		if c < '0' || c > '7' {
			return false
		}
		said = said*8 + int(c-'0')
	}
	return head[0] != 0 && said == sum
}

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}
