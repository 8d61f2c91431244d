// Package quoting tells a text to write from what comes after it. Start at [Put].
package quoting
