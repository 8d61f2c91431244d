// Package store keeps what metnos must remember, in bbolt: one file per noun below <data>/store, every
// bucket path starting with the owner, every call taking one.
//
// [Open] locks the data folder (a second process learns who holds it) and gives the nouns: [Dialogs],
// [Conversations], [Deliveries] and their [Letters], [Sessions], [Pins], [Preferences]. For a noun of your own use
// [TableOf]: a typed table whose writes are durable when they return and share one commit with whatever
// else is waiting.
//
// Snapshot copies everything at one instant, disk.Restore puts a snapshot back, and Upgrade takes one by
// itself before a new version touches the data: see package disk below this one. A damaged file is an *sdk.Error with code
// store_damaged, naming the snapshot to restore; it never ends the process.
package store
