package parcels

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files"
)

// Life is how long a way to a file is good.
const Life = 15 * time.Minute

// Loan is a signed way to one file.
type Loan struct {
	Token   string    `json:"token"`
	Name    string    `json:"name"`
	Media   string    `json:"media"`
	Size    int64     `json:"size"`
	Image   bool      `json:"image,omitempty"` // a picture a page may show
	Expires time.Time `json:"expires"`
}

// Piece is some bytes of a file that is lent.
type Piece struct {
	Loan
	Data []byte `json:"data"`
}

// seal signs with a secret of this process: no way outlives it.
type seal struct{ secret []byte }

func newSeal() seal {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails: it ends the program instead
	return seal{b[:]}
}

// lent is what a token says.
type lent struct {
	Owner    core.Owner `json:"o"`
	Path     string     `json:"p"`
	Size     int64      `json:"s"`
	Modified int64      `json:"m"` // nanoseconds
	Expires  int64      `json:"e"` // seconds
}

func (s seal) sum(body string) []byte {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("metnos parcel v1\x00" + body))
	return mac.Sum(nil)
}

func (s seal) sign(l lent) (string, error) {
	raw, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	body := base64.RawURLEncoding.EncodeToString(raw)
	return body + "." + base64.RawURLEncoding.EncodeToString(s.sum(body)), nil
}

// open reads a token that is genuine.
func (s seal) open(token string) (l lent, ok bool) {
	body, sum, _ := strings.Cut(token, ".")
	given, err := base64.RawURLEncoding.DecodeString(sum)
	if err != nil || len(token) > 16<<10 || !hmac.Equal(given, s.sum(body)) {
		return l, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(body)
	return l, err == nil && json.Unmarshal(raw, &l) == nil
}

// Lend signs a way to a file of the owner's. A path may begin with "~".
func (p *Parcels) Lend(owner core.Owner, path string) (Loan, error) {
	reach, err := p.reach(owner)
	if err != nil {
		return Loan{}, err
	}
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		path = reach.Home + rest
	}
	if !filepath.IsAbs(path) || strings.IndexByte(path, 0) >= 0 {
		return Loan{}, sdk.Errorf(sdk.WrongArgs, "parcel_path", "%q is no absolute path", path)
	}
	l := lent{Owner: owner, Path: filepath.Clean(path), Expires: p.now().Add(Life).Unix()}
	piece, err := p.read(reach, &l, 0, 512)
	if err != nil {
		return Loan{}, err
	}
	piece.Token, err = p.seal.sign(l)
	return piece.Loan, err
}

// Read gives up to n bytes of a file that is lent to its owner, from an offset.
func (p *Parcels) Read(owner core.Owner, token string, offset int64, n int) (Piece, error) {
	l, ok := p.seal.open(token)
	if !ok || l.Owner != owner || !p.now().Before(time.Unix(l.Expires, 0)) {
		return Piece{}, sdk.Errorf(sdk.NotFound, "parcel_expired", "the way to a file is not good, or no longer")
	}
	reach, err := p.reach(owner)
	if err != nil {
		return Piece{}, err
	}
	was := l
	piece, err := p.read(reach, &l, max(offset, 0), min(max(n, 1), MaxAdd))
	switch {
	case err != nil:
		return Piece{}, err
	case was.Size != l.Size || was.Modified != l.Modified:
		return Piece{}, sdk.Errorf(sdk.Conflict, "parcel_changed", "the file has changed")
	}
	piece.Token = token
	return piece, nil
}

// read opens a file as far as it is granted now, and notes in l what it is.
func (p *Parcels) read(reach Reach, l *lent, offset int64, n int) (Piece, error) {
	set, err := files.Open(reach.Roots, reach.Deny)
	if err != nil {
		return Piece{}, err
	}
	defer set.Close()
	file, err := set.Open(l.Path)
	if err != nil {
		return Piece{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Piece{}, err
	}
	l.Size, l.Modified = info.Size(), info.ModTime().UnixNano()
	head := make([]byte, 512)
	got, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return Piece{}, err
	}
	piece := Piece{Loan: Loan{Name: filepath.Base(l.Path), Size: info.Size(), Expires: time.Unix(l.Expires, 0)}}
	piece.Media, piece.Image = kind(l.Path, head[:got])
	data := make([]byte, min(int64(n), max(info.Size()-offset, 0)))
	got, err = file.ReadAt(data, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return Piece{}, err
	}
	piece.Data = data[:got]
	return piece, nil
}

// kind is what a file is. Only its own bytes make it a picture.
func kind(path string, head []byte) (media string, image bool) {
	switch sniffed := http.DetectContentType(head); sniffed {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return sniffed, true
	}
	if media = mime.TypeByExtension(filepath.Ext(path)); media == "" || strings.HasPrefix(media, "image/") {
		media = "application/octet-stream"
	}
	return media, false
}
