// Package lane runs turns one after the other in their conversation, and beside one another across conversations.
//
// Start at [Lanes.Join]: it gives a [Job] its place first, has it accepted, and only then lets it run.
package lane
