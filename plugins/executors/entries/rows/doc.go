// Package rows is what every executor of this family works on: the items of a call and the columns their words mean.
// Start at [New]; [Collection.Named] finds a column, and what is not clear comes back as [Unclear], a question.
package rows
