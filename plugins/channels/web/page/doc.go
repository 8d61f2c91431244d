// Package page is what the browser gets: two HTML documents ([WriteChat], [WriteSignIn]) and their
// assets ([Assets]), all embedded, nothing from elsewhere.
//
// To change a text, edit texts/it.json and texts/en.json: a test fails when a key is missing in one of
// them, used nowhere, or used and unknown. The scripts in assets are plain modules without a build step:
// app.js wires, link.js keeps the connection, view.js draws, cards.js asks, text.js formats. None of them
// ever turns text into markup; the policy of package chat (Trusted Types) makes the browser enforce it.
package page
