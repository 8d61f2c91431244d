// Package shelf is the catalog as the composer sees it: executors by the verb and the object of their names,
// arguments by what they mean. Start at [New]; ask [Shelf.Find] for an executor, [Tool.Put] to fill an argument.
package shelf
