// Package label says where a value comes from. A [Mark] is a [Provenance] and, of what is not the person's own
// words, the [Source] that gave it.
//
// Package plan sets marks as values travel, package plan/words tells whose the literals of a plan are, and the
// vaglio asks on them. Start at [Mark]. It is pure.
package label
