// Package evidence holds what a step left to be undone from against the disk as it is.
//
// Start at [Evidence.View]: each item is as the step left it, as it was before, or changed by somebody since. What the
// items mean is their executor's; of them only paths and the few keys all executors share are read.
package evidence
