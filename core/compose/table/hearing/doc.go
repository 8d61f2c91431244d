// Package hearing takes what a sentence says of the rows of a table into a wish. Start at [Of]: it goes through the
// facts of a reading in their order and refuses the words it can make nothing of. core/compose/table plans from what
// was heard.
package hearing
