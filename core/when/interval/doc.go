// Package interval reads times of day, moments, and windows with two ends, one, or none but now, from trees of the
// grammars. Start at [Reader.Window]; [Reader.ClockOf] and [Hour.Candidates] tell what "alle 8" can mean.
package interval
