// Package opening binds a sentence to its coordinates: owner, actor, channel and conversation.
//
// Start at [Binder.Bind]: it refuses a missing or unknown owner, redacts the text, and resolves language, zone,
// home and memory inside those coordinates, never outside.
package opening
