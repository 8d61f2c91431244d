// Package inventory tells what is in archives without opening them into a folder: [Lister] is list_files_zip.
//
// Start at [Lister.Invoke]. To add a filter, give it a field of wanted, read it in newWanted and judge it there. A name is
// shown as the archive has it and never followed: an item has no path, so that nothing that acts on files takes it for one.
package inventory
