package phrase

import (
	"slices"

	"github.com/metnos/metnos/core/compose/courtesy"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

// holding are the sets of words that hold a question together and say nothing of what it is about.
var holding = []string{"art", "def", "in", "of", "from", "to", "by", "with", "be", "have", "there", "there_is_q", "that", "those", "which", "what", "howmany", "howmuch", "where", "pad", "all", "more", "in_total", "named", "about"}

// Asked plans a question in other words than an executor's own: every word of it that says something is a choice the
// executor offers, or one of its phrases' ("how much memory do I have left"), or the one name it is asked about ("is
// git installed"). It only looks. Two executors that could be meant are none.
func (b Planner) Asked() bool {
	words := b.content()
	if len(words) == 0 {
		return false
	}
	var found *shelf.Tool
	var args map[string]any
	for i := range b.Shelf.Tools {
		t := &b.Shelf.Tools[i]
		if vocab.Closed().Mutates(t.Parts.Verb) || slices.Contains([]string{"files", "dirs", "entries", "numbers"}, t.Parts.Object) || len(t.Args.Required)+len(t.Args.RequiresOneOf) > 0 {
			continue
		}
		a, ok := b.topical(t, words)
		if !ok {
			a, ok = b.about(t, words)
		}
		if ok && found != nil {
			return false
		}
		if ok {
			found, args = t, a
		}
	}
	if found == nil {
		return false
	}
	b.only(found, args)
	return true
}

// content are the tokens of the sentence that say something: neither marks nor words that hold it together.
func (b Planner) content() (out []token.Token) {
	start, end := courtesy.Without(b.Reading)
	return said(b.Reading.Lang, b.Reading.Tokens[start:end])
}

func said(lang string, tokens []token.Token) (out []token.Token) {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Fold
	}
	for i := 0; i < len(tokens); {
		n := 0
		for _, s := range vocab.For(lang).Look(words[i:]) {
			if s.Class == "set" && slices.Contains(holding, s.Value) {
				n = max(n, s.Words)
			}
		}
		if n == 0 && tokens[i].Kind != token.Mark && !(lang == "en" && slices.Contains([]string{"i", "do", "does", "has"}, words[i])) {
			out = append(out, tokens[i])
		}
		i += max(n, 1)
	}
	return out
}

// topical fills the choice an executor offers when one of its values is said and every other word is one of its own.
// With two of them said it tells of all.
func (b Planner) topical(t *shelf.Tool, words []token.Token) (map[string]any, bool) {
	arg, ok := t.ByMeaning["topic"]
	if !ok {
		return nil, false
	}
	own := NewStems(b.Reading.Lang, t)
	var topics []string
	for _, w := range words {
		topic := ""
		for _, v := range t.Args.Properties[arg].Enum {
			if value, isText := v.(string); isText && topic == "" && means(b.Reading.Lang, w.Fold, value) {
				topic = value
			}
		}
		switch {
		case topic != "" && !slices.Contains(topics, topic):
			topics = append(topics, topic)
		case topic == "" && !own.Has(w.Fold) && !means(b.Reading.Lang, w.Fold, "machine"):
			return nil, false
		}
	}
	args := map[string]any{}
	if len(topics) == 1 {
		args[arg] = topics[0]
	}
	return args, len(topics) > 0
}

// about fills what is looked for when the sentence says one of the executor's phrases and one name besides.
func (b Planner) about(t *shelf.Tool, words []token.Token) (map[string]any, bool) {
	arg, ok := t.ByMeaning["query"]
	if !ok || len(words) < 2 {
		return nil, false
	}
	for _, p := range t.Phrases[b.Reading.Lang] {
		own := said(b.Reading.Lang, p)
		if len(own) != len(words)-1 || !slices.ContainsFunc(own, func(k token.Token) bool { return !b.timed(k) }) {
			continue // "it is cloudy today" shares no more than the day with "what do I have today"
		}
		stems := Words(b.Reading.Lang, own)
		var rest []token.Token
		for _, w := range words {
			if w.Kind == token.Quoted || !stems.Has(w.Fold) {
				rest = append(rest, w)
			}
		}
		if len(rest) == 1 && name(b.Reading.Lang, rest[0]) && !b.begins(rest[0]) {
			return map[string]any{arg: rest[0].Text}, true
		}
	}
	return nil, false
}

// timed reports a word that tells a time.
func (b Planner) timed(k token.Token) bool {
	_, n, err := when.Parse([]string{k.Fold}, when.Clock{Now: b.Req.Now, Zone: b.Req.Zone, Lang: b.Reading.Lang})
	return n > 0 || err != nil
}

// begins reports the word the sentence begins with: where an order would stand, "clear my schedule".
func (b Planner) begins(k token.Token) bool {
	from, _ := courtesy.Without(b.Reading)
	return k.Kind != token.Quoted && from < len(b.Reading.Tokens) && b.Reading.Tokens[from].Start == k.Start
}

// name reports a token that can only be a name: quoted, or a word that means nothing else but a kind of files.
func name(lang string, t token.Token) bool {
	if t.Kind == token.Quoted {
		return true
	}
	return (t.Kind == token.Word || t.Kind == token.File) && !slices.ContainsFunc(vocab.For(lang).Look([]string{t.Fold}), func(s vocab.Sense) bool { return s.Class != "ext" })
}

// means reports a word for a value: the value itself, or a word the lexicon has for it.
func means(lang, word, value string) bool {
	return word == value || slices.ContainsFunc(vocab.For(lang).Look([]string{word}), func(s vocab.Sense) bool {
		return s.Class == "set" && s.Value == value && s.Words == 1
	})
}
