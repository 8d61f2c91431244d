// Package value looks at the values a plan holds: [All] lists them at any depth, and each tells whether it came from the
// sentence or from the executor's own declaration, which decides how widely a plan may be used again.
package value
