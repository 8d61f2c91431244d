package people

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// table is a table of the store in memory, for what is kept under the host.
type table[T any] struct {
	mu   sync.Mutex
	rows map[string]T
}

func (t *table[T]) at(owner core.Owner, key string) string {
	if t.rows == nil {
		t.rows = map[string]T{}
	}
	return string(owner) + "\x01" + key
}

func (t *table[T]) Get(owner core.Owner, key string) (T, bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.rows[t.at(owner, key)]
	return v, ok, nil
}

func (t *table[T]) Put(owner core.Owner, key string, value T) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[t.at(owner, key)] = value
	return nil
}

func (t *table[T]) Update(owner core.Owner, key string, change func(T, bool) (T, error)) (T, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.at(owner, key)
	before, found := t.rows[at]
	after, err := change(before, found)
	if err == nil {
		t.rows[at] = after
	}
	return after, err
}

func (t *table[T]) Each(owner core.Owner, prefix string, visit func(string, T) bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	start := t.at(owner, prefix)
	for _, key := range slices.Sorted(maps.Keys(t.rows)) {
		if strings.HasPrefix(key, start) && !visit(strings.TrimPrefix(key, t.at(owner, "")), t.rows[key]) {
			return nil
		}
	}
	return nil
}

func (t *table[T]) DeleteWhere(owner core.Owner, match func(string, T) bool) (n int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, value := range t.rows {
		rest, ours := strings.CutPrefix(key, t.at(owner, ""))
		if ours && match(rest, value) {
			delete(t.rows, key)
			n++
		}
	}
	return n, nil
}

func withBruno(t *testing.T) (*People, *time.Time) {
	t.Helper()
	p, now := newPeople(t)
	if _, err := p.Add(context.Background(), "bruno", Member, "/home/b"); err != nil {
		t.Fatal(err)
	}
	return p, now
}

func codeOf(t *testing.T, p *People, id core.Owner) string {
	t.Helper()
	code, _, err := p.PairingCode(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestField_SESS_06(t *testing.T) { // the same id on two accounts, or two channels, is two senders
	p, _ := withBruno(t)
	ctx := context.Background()
	if err := p.Bind(ctx, "anna", "telegram", "bot-a", "42"); err != nil {
		t.Fatal(err)
	}
	if err := p.Bind(ctx, "bruno", "telegram", "bot-b", "42"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ channel, account, sender, owner string }{
		{"telegram", "bot-a", "42", "anna"}, {"telegram", "bot-b", "42", "bruno"},
		{"telegram", "", "42", ""}, {"signal", "bot-a", "42", ""}, {"telegram", "bot-a", "4", ""}, {"telegram", "bot-a", "421", ""},
		{"telegram", "bot-", "a42", ""}, {"telegram\x00bot-a", "", "42", ""}, {"telegram", "bot-a\x0042", "", ""}, {"", "bot-a", "42", ""}, {"telegram", "bot-a", "", ""},
	} {
		owner, bound, err := p.Bound(ctx, c.channel, c.account, c.sender)
		if err != nil || string(owner) != c.owner || bound != (c.owner != "") {
			t.Errorf("%q %q %q is %q, %v, want %q (%v)", c.channel, c.account, c.sender, owner, bound, c.owner, err)
		}
	}
}

func TestSendersNeverCollide(t *testing.T) {
	part := rapid.StringMatching(`[a-z/:. ]{0,4}`)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) Sender {
			return Sender{"c" + part.Draw(t, label+" channel"), part.Draw(t, label+" account"), "i" + part.Draw(t, label+" id")}
		}
		a, b := draw("one"), draw("two")
		if a.check() != nil || b.check() != nil {
			t.Fatalf("refused: %+v %+v", a, b)
		}
		if (a == b) != (a.key() == b.key()) {
			t.Fatalf("%+v and %+v share a key", a, b)
		}
	})
}

func TestField_SESS_07(t *testing.T) { // the same person on two channels is one user, by their own act only
	p, _ := withBruno(t)
	ctx := context.Background()
	link, _, err := p.Invite(ctx, "anna")
	if err != nil {
		t.Fatal(err)
	}
	session, _, err := p.SignIn(ctx, link, "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	if _, bound, _ := p.Bound(ctx, "telegram", "bot", "42"); bound {
		t.Fatal("a sender is somebody before they said so")
	}
	paired, err := p.Pair(ctx, "telegram", "bot", "42", codeOf(t, p, "anna"))
	if err != nil || paired.ID != "anna" {
		t.Fatalf("%+v, %v", paired, err)
	}
	if err := p.SetPreference(ctx, "anna", ReplyLength, "breve"); err != nil {
		t.Fatal(err)
	}
	web, _, err := p.Principal(ctx, session)
	if err != nil {
		t.Fatal(err)
	}
	owner, _, err := p.Bound(ctx, "telegram", "bot", "42")
	if err != nil {
		t.Fatal(err)
	}
	there, err := p.Person(ctx, owner)
	if err != nil || there != web || there.Length != "breve" {
		t.Errorf("on telegram %+v, on the web %+v (%v)", there, web, err)
	}
}

func TestAPairingCodeWorksOnceAndForAWhile(t *testing.T) {
	p, now := withBruno(t)
	ctx := context.Background()
	code, expires, err := p.PairingCode(ctx, "anna")
	if err != nil || expires.Sub(*now) != CodeLife || len(strings.ReplaceAll(code, "-", ""))*5 < 128 {
		t.Fatalf("%q until %v: %v", code, expires, err)
	}
	for key, c := range p.tables.Codes.(*table[Code]).rows {
		if strings.Contains(key, code) || strings.Contains(string(c.Owner), code) {
			t.Errorf("the code itself is kept: %q %+v", key, c)
		}
	}
	typed := strings.ToUpper(strings.ReplaceAll(code, "-", " ")) // as a person types it
	if who, err := p.Pair(ctx, "telegram", "", "1", typed); err != nil || who.ID != "anna" {
		t.Fatalf("%+v, %v", who, err)
	}
	if _, err := p.Pair(ctx, "telegram", "", "2", code); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("a code worked twice: %v", err)
	}
	first, second := codeOf(t, p, "anna"), codeOf(t, p, "anna")
	if _, err := p.Pair(ctx, "telegram", "", "3", first); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("a replaced code worked: %v", err)
	}
	*now = now.Add(CodeLife)
	if _, err := p.Pair(ctx, "telegram", "", "3", second); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("an expired code worked: %v", err)
	}
	for _, owner := range []core.Owner{"eve", ""} {
		if _, _, err := p.PairingCode(ctx, owner); sdk.ClassOf(err) != sdk.PolicyDenied {
			t.Errorf("a code for %q: %v", owner, err)
		}
	}
}

func TestOfTwoUsesOfACodeOneIsRefused(t *testing.T) {
	p, _ := withBruno(t)
	code := codeOf(t, p, "anna")
	errs := make(chan error, 8)
	for i := range 8 {
		go func() {
			_, err := p.Pair(context.Background(), "telegram", "", strconv.Itoa(i), code)
			errs <- err
		}()
	}
	good := 0
	for range 8 {
		if <-errs == nil {
			good++
		}
	}
	if list, err := p.Bindings(context.Background(), "anna"); good != 1 || len(list) != 1 || err != nil {
		t.Errorf("%d uses, %+v, %v", good, list, err)
	}
}

func TestWrongCodesAreLimitedPerSender(t *testing.T) {
	p, now := withBruno(t)
	ctx := context.Background()
	code := codeOf(t, p, "anna")
	for i := range maxGuesses {
		if _, err := p.Pair(ctx, "telegram", "", "7", newCode()); sdk.ClassOf(err) != sdk.AuthRequired {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	if _, err := p.Pair(ctx, "telegram", "", "7", code); sdk.ClassOf(err) != sdk.RateLimited {
		t.Errorf("after too many guesses: %v", err)
	}
	if _, err := p.Pair(ctx, "telegram", "", "8", newCode()); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("another sender waits too: %v", err)
	}
	*now = now.Add(guessRest)
	if _, err := p.Pair(ctx, "telegram", "", "7", codeOf(t, p, "anna")); err != nil {
		t.Errorf("after the rest: %v", err)
	}
}

func TestGuessesDoNotFillTheMemory(t *testing.T) {
	p, now := withBruno(t)
	for i := range maxSenders + 50 {
		p.guesses.wrong(Sender{"telegram", "", strconv.Itoa(i)}, now.Add(time.Duration(i)))
	}
	if n := len(p.guesses.by); n > maxSenders {
		t.Errorf("%d senders are remembered", n)
	}
}

func TestSomebodyElsesSenderIsRefused(t *testing.T) {
	p, _ := withBruno(t)
	ctx := context.Background()
	if err := p.Bind(ctx, "anna", "telegram", "", "42"); err != nil {
		t.Fatal(err)
	}
	if err := p.Bind(ctx, "anna", "telegram", "", "42"); err != nil {
		t.Errorf("once more by the same person: %v", err)
	}
	if err := p.Bind(ctx, "bruno", "telegram", "", "42"); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("bruno took anna's sender: %v", err)
	}
	code := codeOf(t, p, "bruno")
	if _, err := p.Pair(ctx, "telegram", "", "42", code); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("bruno paired anna's sender: %v", err)
	}
	if who, err := p.Pair(ctx, "telegram", "", "43", code); err != nil || who.ID != "bruno" {
		t.Errorf("the refusal cost bruno his code: %+v, %v", who, err)
	}
	for _, s := range []string{"42", "99"} { // theirs and nobody's read the same
		if err := p.Unbind(ctx, "bruno", "telegram", "", s); sdk.ClassOf(err) != sdk.NotFound {
			t.Errorf("bruno parted %s: %v", s, err)
		}
	}
	if err := p.Unbind(ctx, "anna", "telegram", "", "42"); err != nil {
		t.Fatal(err)
	}
	if _, bound, err := p.Bound(ctx, "telegram", "", "42"); bound || err != nil {
		t.Errorf("still bound: %v", err)
	}
	for _, bad := range []Sender{{}, {"telegram", "", ""}, {"", "", "1"}, {"telegram", "", "1\n2"}, {"telegram", "", strings.Repeat("1", 300)}, {"telegram", "\xff", "1"}} {
		if err := p.Bind(ctx, "anna", bad.Channel, bad.Account, bad.ID); sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%+q was bound: %v", bad, err)
		}
	}
	if err := p.Bind(ctx, "eve", "telegram", "", "5"); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("a sender became nobody: %v", err)
	}
}

func TestRemovingAPersonRemovesWhatLetsThemIn(t *testing.T) {
	p, _ := withBruno(t)
	ctx := context.Background()
	for _, s := range []string{"1", "2"} {
		if err := p.Bind(ctx, "bruno", "telegram", "", s); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Bind(ctx, "anna", "telegram", "", "3"); err != nil {
		t.Fatal(err)
	}
	if err := p.SetPreference(ctx, "bruno", Lang, "en"); err != nil {
		t.Fatal(err)
	}
	code := codeOf(t, p, "bruno")
	if err := p.Remove(ctx, "bruno"); err != nil {
		t.Fatal(err)
	}
	if _, bound, err := p.Bound(ctx, "telegram", "", "1"); bound || err != nil {
		t.Errorf("bruno's sender is still somebody: %v", err)
	}
	if _, err := p.Pair(ctx, "telegram", "", "9", code); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("bruno's code works: %v", err)
	}
	if err := p.Bind(ctx, "anna", "telegram", "", "1"); err != nil {
		t.Errorf("the sender is not free: %v", err)
	}
	if m := p.tables.Preferences.(choices).prefs; len(m) != 0 {
		t.Errorf("preferences stay: %v", m)
	}
	list, err := p.Bindings(ctx, "anna")
	var got []string
	for _, b := range list {
		got = append(got, b.ID)
	}
	if diff := cmp.Diff([]string{"1", "3"}, got); diff != "" || err != nil {
		t.Errorf("%s %v", diff, err)
	}
}
