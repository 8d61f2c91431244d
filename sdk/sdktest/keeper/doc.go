// Package keeper is a core's own things for tests of executors that read or change them: tasks, preferences and
// skills, in memory.
//
// [New] is the one every birth test meets: two tasks, the closed preferences with one chosen, one skill. Schedules
// are kept as they were said; one without a digit lacks its time.
package keeper
