// Package steps puts a Framework together: [Builder] finds the named places, makes the step that collects what
// is spoken of, narrows and orders it, and remembers what "them" means. core/compose/query and
// core/compose/change plan with it; a plan that cannot be made ends in a [Refusal].
package steps
