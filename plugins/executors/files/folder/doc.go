// Package folder makes folders: [Maker] is the executor create_dirs. An existing folder is reported, never a
// failure; the evidence it returns removes exactly what it made.
package folder
