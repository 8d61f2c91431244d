package records

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk"
)

// Limits of what one person may keep.
const (
	MaxRows   = 5_000 // in all stores
	MaxName   = 40    // characters of a store or a field
	MaxFields = 30    // of a row
	MaxText   = 4_000 // bytes of a value
)

// Prefix begins the reference of every change of a row.
const Prefix = "row:"

// keepPast is how long a change can be taken back: as long as the undo journal keeps it.
const keepPast = 30 * 24 * time.Hour

// Shelf keeps rows by owner and key.
type Shelf interface {
	Get(owner core.Owner, key string) (sdk.Row, bool, error)
	Put(owner core.Owner, key string, r sdk.Row) error
	Delete(owner core.Owner, key string) error
	Each(owner core.Owner, prefix string, visit func(key string, r sdk.Row) bool) error
}

// Past keeps changes by owner and reference.
type Past interface {
	Get(owner core.Owner, ref string) (Change, bool, error)
	Put(owner core.Owner, ref string, c Change) error
	DeleteWhere(owner core.Owner, match func(ref string, c Change) bool) (int, error)
}

// Change is one row that was written, or deleted.
type Change struct {
	Row     sdk.Row   `json:"row"`
	Deleted bool      `json:"deleted,omitempty"`
	At      time.Time `json:"at"`
}

// Keeper keeps the rows of everybody. It is safe for concurrent use.
type Keeper struct {
	rows Shelf
	past Past
	now  func() time.Time
	mu   sync.Mutex // of changes: what is read is still so when it is written
}

// New returns a keeper over its shelves.
func New(rows Shelf, past Past, now func() time.Time) *Keeper {
	return &Keeper{rows: rows, past: past, now: now}
}

// Find returns the rows of a store, or of all when it is "", that every word of query speaks of, oldest first.
func (k *Keeper) Find(owner core.Owner, store, query string) ([]sdk.Row, error) {
	out := []sdk.Row{}
	wanted := slices.DeleteFunc(words(query), small)
	err := k.rows.Each(owner, "", func(_ string, r sdk.Row) bool {
		if (store == "" || vocab.Fold(r.Store) == vocab.Fold(store)) && speaks(r, wanted) {
			out = append(out, r)
		}
		return true
	})
	return out, err
}

// Alter writes or deletes one row, or tries it.
func (k *Keeper) Alter(owner core.Owner, a sdk.Alteration) (sdk.Altered, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if a.Row == nil {
		return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "record_empty", "no row is given")
	}
	switch a.Kind {
	case sdk.WriteRow:
		return k.write(owner, *a.Row, a.Try)
	case sdk.DeleteRow:
		r, ok, err := k.rows.Get(owner, a.Row.ID)
		if err == nil && !ok {
			err = sdk.Errorf(sdk.NotFound, "record_unknown", "no row %q", a.Row.ID)
		}
		if err != nil || a.Try {
			return sdk.Altered{Row: &r}, err
		}
		ref, err := k.remember(owner, Change{Row: r, Deleted: true})
		if err == nil {
			err = k.rows.Delete(owner, r.ID)
		}
		return sdk.Altered{Row: &r, Ref: ref}, err
	}
	return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "self_change", "%q changes no row", a.Kind)
}

// write keeps a new row.
func (k *Keeper) write(owner core.Owner, r sdk.Row, try bool) (sdk.Altered, error) {
	r.Store = strings.ToLower(strings.Join(strings.Fields(r.Store), " "))
	if err := check(r); err != nil {
		return sdk.Altered{}, err
	}
	types, count := map[string]string{}, 0
	err := k.rows.Each(owner, "", func(_ string, old sdk.Row) bool {
		count++
		if old.Store == r.Store {
			for _, c := range old.Cells {
				types[c.Name] = c.Type
			}
		}
		return true
	})
	if err != nil {
		return sdk.Altered{}, err
	}
	if count >= MaxRows {
		return sdk.Altered{}, sdk.Errorf(sdk.Quota, "records_full", "%d rows", count).With("limit", strconv.Itoa(MaxRows))
	}
	for _, c := range r.Cells {
		if kind, known := types[c.Name]; known && kind != c.Type {
			return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "record_type", "%s of %s is %s, not %s", c.Name, r.Store, kind, c.Type).
				With("field", c.Name).With("store", r.Store)
		}
	}
	r.At = k.now().UTC()
	r.ID = fmt.Sprintf("%016x-%s", r.At.UnixNano(), token(3)) // in the order they were written
	if try {
		return sdk.Altered{Row: &r}, nil
	}
	ref, err := k.remember(owner, Change{Row: r})
	if err == nil {
		err = k.rows.Put(owner, r.ID, r)
	}
	return sdk.Altered{Row: &r, Ref: ref}, err
}

// check refuses a row that no store takes.
func check(r sdk.Row) error {
	wrong := func(name string) bool {
		return name == "" || utf8.RuneCountInString(name) > MaxName || !utf8.ValidString(name)
	}
	if len(r.Cells) == 0 {
		return sdk.Errorf(sdk.WrongArgs, "record_empty", "a row without fields")
	}
	if wrong(r.Store) || len(r.Cells) > MaxFields {
		return sdk.Errorf(sdk.WrongArgs, "record_shape", "store %q, %d fields", r.Store, len(r.Cells)).With("name", r.Store)
	}
	var seen []string
	for _, c := range r.Cells {
		if wrong(c.Name) || slices.Contains(seen, c.Name) || len(c.Value) > MaxText || !utf8.ValidString(c.Value) || !c.Fits() {
			return sdk.Errorf(sdk.WrongArgs, "record_shape", "field %q of type %q", c.Name, c.Type).With("name", c.Name)
		}
		seen = append(seen, c.Name)
	}
	return nil
}

// remember writes a change down before it is made.
func (k *Keeper) remember(owner core.Owner, c Change) (string, error) {
	c.At = k.now()
	if _, err := k.past.DeleteWhere(owner, func(_ string, old Change) bool { return c.At.Sub(old.At) > keepPast }); err != nil {
		return "", err
	}
	ref := token(12)
	return Prefix + ref, k.past.Put(owner, ref, c)
}

// Revert takes a change back. Taking it back twice is harmless.
func (k *Keeper) Revert(owner core.Owner, ref string) (sdk.Altered, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c, ok, err := k.past.Get(owner, strings.TrimPrefix(ref, Prefix))
	if err == nil && !ok {
		err = sdk.Errorf(sdk.NotFound, "change_unknown", "no change %q is kept", ref)
	}
	if err != nil {
		return sdk.Altered{}, err
	}
	_, there, err := k.rows.Get(owner, c.Row.ID)
	out := sdk.Altered{Row: &c.Row, Ref: ref}
	switch {
	case err != nil:
		return sdk.Altered{}, err
	case there == c.Deleted:
		out.Same = true
		return out, nil
	case c.Deleted:
		return out, k.rows.Put(owner, c.Row.ID, c.Row)
	}
	return out, k.rows.Delete(owner, c.Row.ID)
}

func token(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // crypto/rand never fails: it ends the program instead
	return hex.EncodeToString(b)
}

// speaks reports whether a row has every word, in whatever form: "prestato" is said of what was "prestata".
func speaks(r sdk.Row, wanted []string) bool {
	var said []string
	for _, c := range r.Cells {
		said = append(said, words(c.Value)...)
	}
	for _, w := range wanted {
		if !slices.ContainsFunc(said, func(s string) bool { return akin(s, w) }) {
			return false
		}
	}
	return true
}

// words are what a text is made of, folded.
func words(text string) []string {
	return strings.FieldsFunc(vocab.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// small words carry nothing of what is looked for: articles, prepositions, whose it is.
func small(word string) bool {
	for _, lang := range []string{"it", "en"} {
		for _, s := range vocab.For(lang).Look([]string{word}) {
			if s.Class == "set" && slices.Contains([]string{"art", "of", "in", "to", "about", "from", "with"}, s.Value) {
				return true
			}
		}
	}
	return slices.Contains(mine, word)
}

var mine = []string{"mio", "mia", "miei", "mie", "my"}

// akin words are equal but for the one or two letters a long one ends in.
func akin(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n >= 4 && len(a)-n <= 2 && len(b)-n <= 2
}
