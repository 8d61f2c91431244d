// Package copying copies files and folders: [Copier] is create_files.
//
// A call is planned whole before anything is written: plan.go says what goes where, create_files.go does it.
package copying
