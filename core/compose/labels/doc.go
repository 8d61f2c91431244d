// Package labels hears the rules a person gives for labels: "over 100 high, otherwise low", "home if the description
// contains rent or power". Start at [Rules]; what it does not understand wholly it does not understand at all.
package labels
