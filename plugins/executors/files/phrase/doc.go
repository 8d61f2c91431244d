// Package phrase looks for a text in what files say: [Phrase.Search] in one of them.
//
// A text is read as it is. Of a document (docx, odt, pdf, rtf, html, eml) the readers of read_files_doc give the text, of a
// sheet or a presentation the words in its parts; a document that cannot be read is an error. To search another format,
// name its reader in reader.
package phrase
