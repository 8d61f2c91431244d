// Package contrast tells how two files or two folders differ: [Files] is compare_files, [Folders] compare_dirs.
package contrast
