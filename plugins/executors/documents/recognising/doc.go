// Package recognising is read_files_ocr: [Reader] reads what is written in pictures, with tesseract, and in scanned
// PDF files, whose pages pdftoppm draws. Both are programs of the system that may not be there: then it says so.
// Files go to them through a pipe, so that they are given nothing else.
package recognising
