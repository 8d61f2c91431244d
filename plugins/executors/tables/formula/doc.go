// Package formula makes the formulas of a workbook outlive a change of its rows: call [Prepare] on a workbook just
// opened, before anything is changed in it, and [Value] for what a formula without a result amounts to.
package formula
