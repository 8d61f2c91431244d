// Package calendar reads days, weeks, months, years, their parts, and lengths of time from trees of the grammars. Start
// at [Reader.Window]; packages interval and recurring read on from it what has hours, ends or repetitions.
package calendar
