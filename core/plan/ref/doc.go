// Package ref reads the placeholders of a plan: ${stepN.path}, ${previous.path}, ${RUNTIME:key}, ${FILLER:name}.
//
// Start at [In], which finds those below a value, and [Split], which cuts a text at them. It is pure.
package ref
