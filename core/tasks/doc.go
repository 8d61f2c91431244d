// Package tasks keeps what runs later: the requests and reminders of each person, with the moment of the next run.
//
// [Keeper.Alter] makes every change: it reads the schedule, has a request planned, and freezes the sentence with its
// plan as the task's mandate; nothing of it runs. [Keeper.Find] lists, [Keeper.Due] tells what is to run,
// [Keeper.Ran] writes down what became of it. Package rule below this one is when a task runs.
package tasks
