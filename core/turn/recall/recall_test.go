package recall

import (
	"fmt"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
)

func TestNamesThings(t *testing.T) {
	for text, want := range map[string]bool{
		"trova i file zorp": true, "show the photos of zorp": true, "elenca i pdf": true, "apri il verbale1": true, "togli le copie": true, "summarise the minutes": true,
		"spostalli in Arkivio": false, "che bel tempo": false, "sposta quelli in Arkivio": false, "move them to Arkivio": false, "grazie mille": false, "": false,
	} {
		if got := namesThings(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// broken is a memory that ends the program it runs in.
type broken struct{ Memory }

func (broken) Put(core.Owner, string, plan.Remembered) error { panic("broken") }

// A fault while the memory is kept is told as one, and ends nothing else.
func TestAFaultWhileKeepingIsTold(t *testing.T) {
	k := Keeper{Memory: broken{}, Walker: &course.Walker{}, Now: time.Now, Fault: func(fault any) error { return fmt.Errorf("told: %v", fault) }}
	thread := Thread{Keeper: k, Owner: core.Host, Name: "cli/x"}
	kept := thread.Beside(plan.Remembered{Turn: "0123456789abcdef"}, "it", "0123456789abcdef", core.Effects{})
	if err := kept(); err == nil || err.Error() != "told: broken" {
		t.Errorf("%v", err)
	}
}
