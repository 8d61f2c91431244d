package phrase

import "strings"

// Kind is what a whole message asks for.
type Kind int

const (
	None Kind = iota
	Undo
	Help
	Greeting
	Thanks
)

// meaning is a kind and the language of the phrase, "" when both languages share it.
type meaning struct {
	kind Kind
	lang string
}

// Of tells what a folded message (lower case, no accents or punctuation) is as a whole, and in which
// language it was said; "" when the phrase belongs to both.
func Of(folded string) (Kind, string) {
	m := phrases[folded]
	return m.kind, m.lang
}

// Undoes reports whether a folded message asks to take the last turn back.
func Undoes(folded string) bool { return phrases[folded].kind == Undo }

var phrases = table(map[meaning]string{
	{Undo, ""}: "undo",
	{Undo, "it"}: `annulla|annulla tutto|annulla l ultima operazione|annulla l ultima azione|annulla ultima operazione|
		annulla l operazione|annulla quello che hai fatto|disfa|torna indietro|rimetti com era|rimetti tutto com era|ripristina`,
	{Undo, "en"}: `undo that|undo it|undo the last operation|undo the last action|undo last operation|undo the last turn|
		undo what you did|revert|revert that|put it back|put everything back|take it back`,
	{Help, "it"}: `aiuto|aiutami|che cosa sai fare|cosa sai fare|che sai fare|che cosa puoi fare|cosa puoi fare|che puoi fare|
		come funzioni|come funziona|come ti uso|che cosa posso chiederti|cosa posso chiederti|cosa posso chiedere|chi sei|
		mi aiuti|mi puoi aiutare|puoi aiutarmi|ho bisogno di aiuto|cosa fai|che fai`,
	{Help, ""}: "help",
	{Help, "en"}: `help me|what can you do|what do you do|how does this work|how do you work|how do i use you|
		what can i ask|what can i ask you|who are you|can you help me|i need help|what are you|show help`,
	{Greeting, "it"}: `ciao|ciao metnos|buongiorno|buon giorno|buonasera|buona sera|salve|ehi|ciao come stai|come stai|come va`,
	{Greeting, "en"}: `hello|hi|hey|hello metnos|hi metnos|hi there|hello there|good morning|good evening|good afternoon|how are you`,
	{Thanks, "it"}:   `grazie|grazie mille|molte grazie|ti ringrazio|perfetto grazie|ok grazie|va bene grazie|ottimo|perfetto`,
	{Thanks, "en"}:   `thanks|thank you|thank you very much|many thanks|ok thanks|great thanks|perfect thanks|great|perfect`,
})

func table(rows map[meaning]string) map[string]meaning {
	out := map[string]meaning{}
	for m, row := range rows {
		for phrase := range strings.SplitSeq(row, "|") {
			out[strings.TrimSpace(phrase)] = m
		}
	}
	return out
}
