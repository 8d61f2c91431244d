// Package probe answers machines that watch: whether all is well to anybody, figures and details to whoever administers. Start
// at [Desk].
package probe
