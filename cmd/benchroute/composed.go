package main

import (
	"context"
	"time"

	"github.com/metnos/metnos/core"
	composer "github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/rank/recall"
)

// composed is what the composer made of the sentences.
type composed struct {
	needed, right int            // sentences an executor is for; those whose plan begins with it
	wrong         []recall.Query // planned with another
	outside       int            // sentences nothing is for
	accepted      []recall.Query // those of them a plan was made of
	plans         map[string]string
}

// empty is a home without folders and files: nothing a sentence names is there.
type empty struct{}

func (empty) Folder(string) []string { return nil }
func (empty) File(string) []string   { return nil }

// compose asks for a plan of every sentence. The clock stands still: what is measured is the same on every day.
func compose(catalog []core.Executor, queries []recall.Query) composed {
	c, got := composer.New(), composed{plans: map[string]string{}}
	noon := time.Date(2025, time.June, 18, 12, 0, 0, 0, time.UTC)
	for _, q := range queries {
		lang := q.Lang
		if lang == "" {
			lang = "en"
		}
		d, err := c.Propose(context.Background(), plan.Request{Text: q.Sentence, Lang: lang, Now: noon, Zone: time.UTC, Home: "/home/somebody", Places: empty{}, Catalog: catalog})
		tools := d.Framework.Tools()
		planned := err == nil && d.Accepted && len(tools) > 0
		if planned {
			got.plans[q.Sentence] = tools[0]
		}
		switch {
		case q.Outside():
			if got.outside++; planned {
				got.accepted = append(got.accepted, q)
			}
		default:
			if got.needed++; planned && q.Right(tools[0]) {
				got.right++
			} else if planned {
				got.wrong = append(got.wrong, q)
			}
		}
	}
	return got
}
