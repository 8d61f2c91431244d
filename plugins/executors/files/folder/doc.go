// Package folder makes folders: [Maker] is create_dirs.
package folder
