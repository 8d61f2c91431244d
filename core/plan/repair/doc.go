// Package repair finds the one other plan for a step that failed because the plan was wrong, without a model.
//
// Start at [Alternative]. It answers with a plan that validates, keeps every change of the first one and is not the
// same again, or with a question, or with nothing; never after something was changed. [Hash] tells plans apart,
// [Structural] and [Operational] which failures a plan can be blamed for. It is pure.
package repair
