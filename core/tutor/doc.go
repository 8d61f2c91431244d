// Package tutor answers questions about metnos itself: what it can do, how something is asked, where a setting is, why
// something is not done, what a word means here, what happened. It explains and never acts.
//
// Start at [Tutor.Help]. core/tutor/hear tells a question from a request, core/tutor/topic knows what can be explained,
// core/tutor/example finds sentences the composer really plans. Everything else an answer says is read at that moment:
// from the manifests of the catalog, the registry of the settings, and what [House] tells of this place and this person.
// A sentence the composer plans is a request and never the tutor's.
package tutor
