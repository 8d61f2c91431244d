package main

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/tasks"
)

// tasks counts what is to run later, of everybody; an installation that never kept any has nothing to look at. What was
// stopped after too many errors is warned of.
func (d *doctor) tasks() {
	if _, err := os.Stat(filepath.Join(d.cfg.Data, "store", "tasks.db")); err != nil {
		return
	}
	s, err := store.Open(d.cfg.Data)
	if err != nil {
		d.fault("doctor_tasks", err)
		return
	}
	defer s.Close()
	table := store.TableOf[tasks.Task](s, "tasks")
	owners, err := table.Owners()
	count := map[string]int{}
	for _, owner := range owners {
		if err == nil {
			err = table.Each(owner, "", func(_ string, t tasks.Task) bool {
				count[t.State]++
				return true
			})
		}
	}
	if err != nil {
		d.fault("doctor_tasks", err)
		return
	}
	level, remedy, stopped := "ok", "", count[tasks.Failed]
	if stopped > 0 {
		level, remedy = "warn", d.app.say("doctor_tasks_remedy", nil)
	}
	d.add(level, "doctor_tasks", d.app.say("doctor_tasks_detail", i18n.Params{
		"active": strconv.Itoa(count[tasks.Active]), "paused": strconv.Itoa(count[tasks.Paused]), "stopped": strconv.Itoa(stopped),
	}), remedy)
}
