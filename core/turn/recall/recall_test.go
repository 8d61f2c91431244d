package recall

import (
	"fmt"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
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

// What was chosen among the things before and not understood is not all of them: only an order about them, whole, can be
// said again.
func TestARefusedChoiceEndsWhatThemMeans(t *testing.T) {
	lookup := func(string) (*manifest.Manifest, bool) { return nil, false }
	was := plan.Remembered{Turn: "t1", Lang: "it"}
	for text, kept := range map[string]bool{
		"spostali in Arkivio": true, "move them to Arkiv": true, "ordinali per zorp": true, "delete it": true, "cancellali": true,
		"the ones from last year": false, "quelli dell'anno scorso": false, "which contain milk?": false, "quali contengono latte?": false,
		"trova quelli che parlano di latte": false, "find those about milk": false, "solo dell'anno scorso": false, "only from last year": false,
		"delete the ones from last year": false, "cancella quelli che parlano di latte": false, "delete them if they mention milk": false,
		"che bel tempo": false, "don't delete them": false, "elencali con latte": false,
	} {
		c := &course.Course{Turn: core.Turn{Text: text}}
		got := Forget(was, c, lookup)
		if want := map[bool]string{true: "t1"}[kept]; got.Turn != want || got.Lang != "it" {
			t.Errorf("%q: %+v", text, got)
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
