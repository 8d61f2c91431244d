package speech

import (
	_ "embed"
	"sync"

	"github.com/metnos/metnos/core/compose/pattern"
	"github.com/metnos/metnos/core/vocab"
)

// The patterns, and those about the rows of a table beside the rest.
var (
	//go:embed it.grammar
	italian string
	//go:embed en.grammar
	english string
	//go:embed it.table.grammar
	italianTables string
	//go:embed en.table.grammar
	englishTables string
)

// Grammar is the patterns of one language over its lexicon.
type Grammar struct {
	*pattern.Grammar
	Lexicon *vocab.Lexicon
}

// It and En are the shipped grammars.
var (
	It = sync.OnceValue(func() *Grammar { return mustCompile(vocab.It(), italian) })
	En = sync.OnceValue(func() *Grammar { return mustCompile(vocab.En(), english) })
)

// For returns the shipped grammar of a language, Italian when it is neither.
func For(lang string) *Grammar { return pick(lang, It, En) }

var (
	itTables = sync.OnceValue(func() *Grammar { return mustCompile(vocab.It(), pattern.Over(italian, italianTables)) })
	enTables = sync.OnceValue(func() *Grammar { return mustCompile(vocab.En(), pattern.Over(english, englishTables)) })
)

// ForTables returns the grammar that also reads columns and values, which may be any words: it is for sentences about
// a table only.
func ForTables(lang string) *Grammar { return pick(lang, itTables, enTables) }

func pick(lang string, it, en func() *Grammar) *Grammar {
	if lang == "en" {
		return en()
	}
	return it()
}

func mustCompile(l *vocab.Lexicon, text string) *Grammar {
	g, err := pattern.Compile(l.Lang, text, func(name string) bool { return slots[name] != nil })
	if err != nil {
		panic(err) // the embedded files are checked by the tests
	}
	return &Grammar{g, l}
}
