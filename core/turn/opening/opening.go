package opening

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
)

// Opening is a sentence and its four coordinates.
type Opening struct {
	ID           string // 16 hex; made when empty
	Owner        core.Owner
	Actor        string
	Channel      string
	Conversation string
	Text         string
	Lang         string    // asked for this turn; "" leaves it to the person's preference, then the sentence
	Hint         string    // language of the page or the device: for what has none of its own in a new conversation
	Zone         string    // of the device, IANA name; used when the person chose none
	Decision     *Decision // an answer given with a button instead of words
	Attached     bool      // the message brings files or pictures beside its text
}

// Decision is a button pressed on a dialog: the digest must be the one it showed.
type Decision struct {
	Dialog, Digest string
	Approve        bool
	Value          string // for a question
	Undo           string // no dialog: an earlier turn to take back
}

// People resolves an owner or refuses.
type People interface {
	Person(ctx context.Context, id core.Owner) (people.Person, error)
}

// Memory keeps what each conversation is about.
type Memory interface {
	Get(owner core.Owner, conversation string) (plan.Remembered, bool, error)
	Put(owner core.Owner, conversation string, r plan.Remembered) error
}

// Binder gives sentences their coordinates. Lang and Zone are for who chose none.
type Binder struct {
	People People
	Memory Memory
	Redact func(text string) string
	Now    func() time.Time
	Lang   string
	Zone   *time.Location
}

// Bound is a sentence with what belongs to its coordinates.
type Bound struct {
	core.Turn
	Person people.Person
	Found  plan.Remembered // what the conversation remembers
	Fixed  bool            // the language was chosen, not guessed
	Damage error           // why nothing is remembered of a conversation that was
}

// Thread names the conversation across channels.
func (b Bound) Thread() string { return b.Channel + "/" + b.Conversation }

// Bind resolves a sentence's coordinates. What it returns with an error says at least which turn it was.
func (b Binder) Bind(ctx context.Context, in Opening) (Bound, error) {
	now := b.Now()
	t := Bound{Turn: core.Turn{
		ID: in.ID, Owner: in.Owner, Actor: in.Actor, Channel: in.Channel, Conversation: in.Conversation,
		Lang: b.Lang, Zone: b.Zone, Now: now, Text: b.Redact(in.Text),
	}}
	if t.ID == "" {
		t.ID = NewID()
	}
	person, err := b.People.Person(ctx, in.Owner)
	if err != nil {
		return t, err
	}
	t.Person, t.Home = person, person.Home
	for _, name := range [...]string{person.Zone, in.Zone} {
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			t.Zone = zone
			break
		}
	}
	t.Now = now.In(t.Zone)
	if t.Found, _, t.Damage = b.Memory.Get(in.Owner, t.Thread()); t.Damage != nil {
		t.Found = plan.Remembered{} // a follow-up finds nothing; what says it all runs
	}
	t.speak(in)
	return t, nil
}

// speak chooses the language: what was asked for or preferred is final. Until the sentence shows its own it is
// that of the conversation, of the page or of the configuration.
func (t *Bound) speak(in Opening) {
	for i, lang := range [...]string{in.Lang, t.Person.Lang, t.Found.Lang, in.Hint} {
		if lang != "" {
			t.Lang, t.Fixed = lang, i < 2
			return
		}
	}
}

// NewID makes the id of a turn or a dialog: 16 hex.
func NewID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails: it ends the program instead
	return hex.EncodeToString(b[:])
}
