// Package trash moves files to the person's trash and back, following the freedesktop.org Trash
// specification 1.0.
//
// [Deleter] is delete_files. To throw a file away: find the trash it belongs in with [Find], then [Can.Put]. To bring it back: [Restore]
// with the [Item] that Put returned. Nothing is ever deleted: where no trash is possible, Find says so.
package trash
