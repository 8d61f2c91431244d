// Package content looks at known files: [Getter] is get_files, [Reader] is read_files.
//
// To read another kind of file as text: recognise it in reading.file before the encoding is looked at.
package content
