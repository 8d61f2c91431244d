package tutor

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/settings"
)

// walled is a house with a denied place inside the home and others outside it.
type walled struct{ *house }

func (walled) Grants(core.Owner) []core.Grant {
	return []core.Grant{{Read: []string{home}, Write: []string{home}, Deny: []string{home + "/.ssh", "/srv/data", "/srv/homes/gio"}}}
}

// A person is told of nothing outside their own home: every path there is answered the same way.
func TestOtherHomesAreNotTold(t *testing.T) {
	h := annas()
	tutor := school(t, h)
	tutor.House = walled{h}
	for _, q := range []string{"which folders do you reach?", "quali cartelle puoi leggere?"} {
		reply, ok := ask(t, tutor, q)
		if !ok || strings.Contains(reply.Text, "/srv/") || !strings.Contains(reply.Text, ".ssh") {
			t.Errorf("%q: %v %s", q, ok, reply.Text)
		}
	}
	for _, q := range []string{"why cannot you read %?", "perché non puoi leggere %?"} {
		var told string
		for _, path := range []string{"/srv/homes/gio", "/srv/homes/nobody", "/srv/data"} {
			reply, ok := ask(t, tutor, strings.ReplaceAll(q, "%", path))
			text := strings.ReplaceAll(reply.Text, path, "%")
			if !ok || told != "" && told != text {
				t.Errorf("%q of %s: %v %s, not %s", q, path, ok, text, told)
			}
			told = text
		}
	}
	h.role = settings.Guest
	for q, want := range map[string][2]string{"which folders do you reach?": {"You are a guest", "I write in"}, "quali cartelle puoi leggere?": {"Tu sei ospite", "scrivo in"}} {
		if reply, ok := ask(t, tutor, q); !ok || !strings.Contains(reply.Text, want[0]) || strings.Contains(reply.Text, want[1]) {
			t.Errorf("%q: %v %s", q, ok, reply.Text)
		}
	}
}
