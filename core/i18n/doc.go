// Package i18n says every sentence a person reads, in Italian or English.
//
// To add a sentence: write its key in both messages/<area>.it.toml and messages/<area>.en.toml, and name
// the key where the program needs it (an sdk.Errorf code, a Verdict code, a [Catalog.Say] call). Then run
// `go run ./core/i18n/check`: a key the program names and no file holds, a key of one language, different
// placeholders in the two languages, or a key nothing names fails the build.
//
//	file_not_found = "Non trovo {{.path}}."
//
//	[files_found]
//	one   = "Ho trovato un file."
//	other = "Ho trovato {{.Count}} file."
//
// A placeholder is `{{.name}}` and nothing else; values are never read as templates. The parameter Count
// chooses the plural form.
//
// What a model is told is a prompt, not a sentence: two files in prompts/, asked for with [Prompts.Prompt].
//
// formal/it.toml holds the Italian sentences that say "tu" once more, for whoever chose a formal tone: a new sentence that
// speaks to the person is written there too, with "lei".
package i18n
