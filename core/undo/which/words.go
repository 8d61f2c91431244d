package which

import "strings"

// phrases are fixed sequences of words.
type phrases [][]string

// of splits a list of phrases at its bars.
func of(list string) phrases {
	var out phrases
	for phrase := range strings.SplitSeq(list, "|") {
		out = append(out, strings.Fields(phrase))
	}
	return out
}

// parts are the parts of a day by name.
type parts map[string]part

func (p parts) names() phrases { return keys(p) }

// dayPart is a part of the day so many days from today.
type dayPart struct {
	part
	day int
}

type dayParts map[string]dayPart

func (p dayParts) names() phrases { return keys(p) }

func keys[V any](m map[string]V) phrases {
	var out phrases
	for name := range m {
		out = append(out, strings.Fields(name))
	}
	return out
}

// speech is the grammar of one language.
type speech struct {
	lang       string
	courtesies phrases         // before the verb
	politely   phrases         // at the end, and after the verb
	verbs      phrases         // that undo
	needy      map[string]bool // verbs that say nothing alone
	restores   phrases         // verbs that undo a deletion, and nothing else
	all        phrases         // everything
	every      phrases         // before a noun
	what       phrases         // before what was done
	that       phrases         // the thing itself
	youDid     phrases
	pasts      map[string]Kind // of what was done
	articles   phrases
	last       phrases
	ones       map[string]Kind // nouns
	manys      map[string]Kind
	ofThing    phrases // before the thing something was done to
	made       phrases // between a noun and a time
	links      phrases // before a time
	inThe      phrases // between a day and its part
	parts      parts
	dayParts   dayParts
	numbers    map[string]int
	bareWhat   bool // "quello di ieri" needs no "that you did"
	terse      bool // a noun needs no article: "undo last move"
}

// kinds makes a table of words by kind.
func kinds(rows map[Kind]string) map[string]Kind {
	out := map[string]Kind{}
	for kind, row := range rows {
		for _, word := range strings.Fields(row) {
			out[word] = kind
		}
	}
	return out
}

var italian = &speech{
	lang:       "it",
	courtesies: of("per favore|per piacere|per cortesia|ok|va bene|allora|ora|adesso|no|puoi|potresti|mi puoi|mi potresti|mi|vorrei|voglio|ti prego di|ti chiedo di|devi"),
	politely:   of("per favore|per piacere|per cortesia|grazie|subito|adesso"),
	verbs:      of("annulla|annullami|annullare|annullarmi|annulli|disfa|disfare|disfi"),
	needy:      map[string]bool{"annullarmi": true, "annullami": true},
	restores:   of("ripristina|ripristinare|ripristini|rimetti a posto|recupera|recuperare|recuperi|recuperami"),
	all:        of("tutto|tutto cio|tutto quanto"),
	every:      of("tutte|tutti"),
	what:       of("quello|quel|cio|quanto|quello stesso|cio che|quello che|quel che"),
	that:       of("questo|quella"),
	youDid:     of("che hai|che hai appena|hai|hai appena|che avevi|avevi"),
	pasts: kinds(map[Kind]string{
		Any:  "fatto fatta fatte fatti cambiato cambiata cambiate cambiati modificato modificata modificate modificati eseguito eseguita eseguite",
		Move: "spostato spostata spostate spostati", Rename: "rinominato rinominata rinominate rinominati",
		Delete: "cancellato cancellata cancellate cancellati eliminato eliminata eliminate eliminati rimosso rimossa rimosse rimossi cestinato cestinati",
		Create: "creato creata create creati", Write: "scritto scritta scritte scritti", Copy: "copiato copiata copiate copiati",
	}),
	articles: of("l'|il|lo|la|i|gli|le|questa|questo|quest'|queste|questi|quella|quello|quelle|quegli|quei"),
	last:     of("ultima|ultimo|ultime|ultimi|ultimissima|ultimissimo"),
	ones: kinds(map[Kind]string{
		Any: "operazione azione modifica cambiamento cosa richiesta", Move: "spostamento", Rename: "rinomina ridenominazione",
		Delete: "cancellazione eliminazione rimozione", Create: "creazione", Write: "scrittura", Copy: "copia", Send: "invio",
	}),
	manys: kinds(map[Kind]string{
		Any: "operazioni azioni modifiche cambiamenti cose richieste", Move: "spostamenti", Rename: "rinomine ridenominazioni",
		Delete: "cancellazioni eliminazioni rimozioni", Create: "creazioni", Write: "scritture", Copy: "copie", Send: "invii",
	}),
	made:    of("fatta|fatto|fatte|fatti|eseguita|eseguite"),
	ofThing: of("di|del|dello|della|dell'"),
	links:   of("di|della|del|dell'|nella|nel|di questa|fatto|fatto di|fatta|fatte"),
	inThe:   of("di|in|nella|nel|alla|al"),
	parts:   parts{"mattina": morning, "mattino": morning, "pomeriggio": afternoon, "sera": evening, "serata": evening, "notte": night},
	dayParts: dayParts{
		"stamattina": {morning, 0}, "stamani": {morning, 0}, "stamane": {morning, 0}, "questa mattina": {morning, 0}, "questo pomeriggio": {afternoon, 0},
		"stasera": {evening, 0}, "questa sera": {evening, 0}, "stanotte": {night, -1}, "questa notte": {night, -1}, "la notte scorsa": {night, -1}, "la scorsa notte": {night, -1},
		"notte scorsa": {night, -1}, "scorsa notte": {night, -1}, "iersera": {evening, -1},
	},
	numbers: map[string]int{"due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9, "dieci": 10},

	bareWhat: true,
}

var english = &speech{
	lang:       "en",
	courtesies: of("please|ok|okay|now|no|can you|could you|would you|will you|can you please|could you please|i want to|i' d like to|i would like to|i' d like you to|let' s|you can"),
	politely:   of("please|thanks|thank you|now|for me"),
	verbs:      of("undo|revert|roll back|rollback|take back"),
	needy:      map[string]bool{"take back": true, "roll back": true, "rollback": true},
	restores:   of("restore|recover|undelete|bring back|get back"),
	all:        of("everything|all|all of it|all that|everything that|all of that"),
	every:      of("all|all of|every"),
	what:       of("what|whatever"),
	that:       of("that|it|this|the one|that one"),
	youDid:     of("you|you have|you' ve|you just|you have just|you' ve just|you had|that you|that you have|that you' ve"),
	pasts: kinds(map[Kind]string{
		Any: "did done made changed", Move: "moved", Rename: "renamed", Delete: "deleted removed trashed", Create: "created", Write: "wrote written", Copy: "copied",
	}),
	articles: of("the|that|this|these|those|my|your"),
	last:     of("last|latest|most recent|very last"),
	ones: kinds(map[Kind]string{
		Any: "operation action change edit thing request turn", Move: "move", Rename: "rename renaming",
		Delete: "deletion removal delete", Create: "creation", Write: "write", Copy: "copy", Send: "sending",
	}),
	manys: kinds(map[Kind]string{
		Any: "operations actions changes edits things requests turns", Move: "moves", Rename: "renames renamings",
		Delete: "deletions removals", Create: "creations", Write: "writes", Copy: "copies", Send: "sendings",
	}),
	made:    of("made|done"),
	ofThing: of("of|to|on"),
	links:   of("of|from|made|done|in|on|during"),
	inThe:   of("in the|at"),
	parts:   parts{"morning": morning, "afternoon": afternoon, "evening": evening, "night": night},
	dayParts: dayParts{
		"this morning": {morning, 0}, "this afternoon": {afternoon, 0}, "this evening": {evening, 0}, "tonight": {evening, 0},
		"last night": {part{17, 30}, -1}, "last evening": {evening, -1}, "in the night": {night, -1},
	},
	numbers: map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},

	terse: true,
}
