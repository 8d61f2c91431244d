// Package measure turns what a plugin process found about its own confinement into what the ledger records.
//
// Start at [Sandbox]: never more than the process was launched with, never less than its executor needs.
package measure
