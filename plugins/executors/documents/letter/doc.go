// Package letter reads messages kept as files (.eml): who wrote to whom, when and about what, the text, and the
// list of what is attached. [Read] opens nothing that is attached.
package letter
