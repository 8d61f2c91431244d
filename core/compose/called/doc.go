// Package called hears the things people call by what they are: "the invoices in Downloads", "read the recipe", "the
// photos of the sea" when files or one folder have that word in their names. Start at [Read]: it explains the words of a
// reading nobody else explained, by what is there and nothing else. A word no name has stays unknown.
package called
