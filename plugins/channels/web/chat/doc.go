// Package chat is the web channel: give [New] to serve.Channel and the core's listening socket becomes
// a page, a sign-in and one WebSocket per open tab.
//
// The package holds no authority. A browser presents a session cookie, every call passes it on as
// [sdk.Presented], and the core resolves the person or refuses. What lives here is transport: who may
// connect (package door), what a tab has already seen and what waits for it (package tail), and which tabs
// follow a conversation ([room]). The messages of the socket are package protocol; the page that speaks them
// is package page.
package chat
