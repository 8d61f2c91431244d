// Package civil is time as calendars and wall clocks count it: units, half-open windows, lengths, and the instants at
// which a zone's clocks show a time. [Wall] is where clock changes are dealt with; everything else is built on it.
package civil
