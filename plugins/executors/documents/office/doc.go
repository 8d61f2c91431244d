// Package office reads the documents of word processors: [Docx] and [Odt]. Both are XML in a zip file: rows.go
// gathers what lies inside tables, parts.go opens the parts, and each format has its own file of elements.
package office
