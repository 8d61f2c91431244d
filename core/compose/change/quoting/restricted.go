package quoting

import "slices"

// restrictions are the words that, after the first word of a text said without quotes, may begin what the change is
// limited to: "Monza per Neri", "Luke everywhere", "febbraio solo".
var restrictions = []string{
	"per", "for", "solo", "soltanto", "solamente", "unicamente", "only", "just", "dove", "where", "wherever", "ovunque", "dovunque",
	"dappertutto", "everywhere", "throughout", "quando", "when", "whenever", "se", "if", "ogni", "every", "each", "sempre", "always",
	"in", "nel", "nello", "nella", "nell'", "nei", "negli", "nelle", "sulla", "sulle", "sul", "on", "at", "alla", "alle",
	"tranne", "eccetto", "salvo", "except", "unless", "fuorché", "volta", "once", "twice", "tutte", "tutti", "all",
}

// Restricted reports folded words of a text said without quotes that may end with a condition of the change rather than
// with more text.
func Restricted(words []string) bool {
	return len(words) > 1 && slices.ContainsFunc(words[1:], func(w string) bool { return slices.Contains(restrictions, w) })
}
