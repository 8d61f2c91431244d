// Package charset recognises how a text file is encoded and decodes it.
//
// To read an unknown file: give its first [Sample] bytes to [Detect]; when it is [Binary] leave it alone,
// else read the whole file through [Encoding.Reader].
package charset
