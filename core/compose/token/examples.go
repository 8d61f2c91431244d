package token

import "strings"

// Examples is where a run of numbers, dates and extensions that starts at token i ends; words are the folded tokens,
// extension tells one that names an extension.
func Examples(tokens []Token, words []string, i int, extension func(j int) bool) int {
	j := i
	for j < len(tokens) {
		n := example(tokens, words, i, j, extension)
		if n == 0 {
			break
		}
		j += n
	}
	return j
}

// example is how many tokens of the run stand at j, 0 when it ends there.
func example(tokens []Token, words []string, start, j int, extension func(j int) bool) int {
	t := tokens[j]
	switch rest := strings.Join(words[j:min(j+3, len(words))], " "); {
	case t.Kind == Number, t.Text == ",", extension(j), t.Kind == Word && strings.Trim(t.Text, "0123456789-/") == "":
		return 1
	case rest == "and so on", rest == "e cosi via":
		return 3
	case t.Fold == "ecc", t.Fold == "etc", t.Fold == "…", j > start && (t.Fold == "e" || t.Fold == "and"):
		return 1
	}
	return 0
}
