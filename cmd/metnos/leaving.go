package main

import (
	"context"
	"errors"

	"github.com/metnos/metnos/core"
)

// personal are the nouns of the store that hold what belongs to one person. Who they were stays, so that nobody
// else is ever given their name; the ledger stays too, as the record of what was done.
var personal = [...]string{
	"memory", "threads", "precedents", "dialogs", "conversations", "events", "messages", "results", "deliveries", "sessions", "passkeys", "preferences", "bindings", "codes", "tasks", "task_changes", "verdicts", "records", "record_changes",
}

// forget removes what is kept for a person who left.
func (in *Instance) forget(owner core.Owner) error {
	faults := []error{in.Journal.Forget(owner), in.Pad.Forget(owner), in.Book.Flush(context.Background(), owner)}
	for _, noun := range personal {
		f, err := in.Store.File(noun)
		if err == nil {
			err = f.Drop(string(owner))
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
