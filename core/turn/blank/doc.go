// Package blank keeps a request from being carried out with a blank where the person said a secret.
//
// What is planned is what is kept, and no secret is kept: a mark stands in its place. A file, a row or a note made of
// it would hold the mark, and a search would look for it. Start at [Said], for a sentence, and [Planned], for a plan.
package blank
