package phrase

import "testing"

func TestOf(t *testing.T) {
	for said, want := range map[string]meaning{
		"annulla": {Undo, "it"}, "undo": {Undo, ""}, "annulla l ultima operazione": {Undo, "it"}, "put it back": {Undo, "en"},
		"cosa sai fare": {Help, "it"}, "what can you do": {Help, "en"}, "aiuto": {Help, "it"},
		"ciao": {Greeting, "it"}, "good morning": {Greeting, "en"}, "grazie": {Thanks, "it"}, "thanks": {Thanks, "en"},
		"": {}, "undo the move of yesterday": {}, "annulla e sposta i pdf": {}, "help me delete everything": {}, "ciao sposta i pdf": {},
	} {
		kind, lang := Of(said)
		if (meaning{kind, lang}) != want {
			t.Errorf("Of(%q) = %v %q, want %v", said, kind, lang, want)
		}
	}
}

func TestPhrasesAreFolded(t *testing.T) {
	for phrase := range phrases {
		for _, r := range phrase {
			if r != ' ' && (r < 'a' || r > 'z') {
				t.Errorf("%q is not folded: it can never be said", phrase)
			}
		}
	}
}
