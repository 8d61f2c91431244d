package sentence

// determiners stand before a noun: a word after them is no order.
var determiners = map[string]bool{
	"the": true, "a": true, "an": true, "my": true, "your": true, "his": true, "her": true, "our": true, "their": true, "this": true, "these": true, "those": true,
	"of": true, "in": true, "on": true, "for": true, "with": true, "by": true, "from": true, "any": true, "every": true, "no": true, "new": true, "some": true,
	"il": true, "lo": true, "la": true, "i": true, "gli": true, "le": true, "un": true, "uno": true, "una": true, "dei": true, "delle": true, "degli": true, "del": true,
	"della": true, "di": true, "nel": true, "nella": true, "nelle": true, "nei": true, "sul": true, "sulla": true, "da": true, "dal": true, "dalla": true, "con": true,
	"al": true, "alla": true, "ai": true, "alle": true, "ogni": true, "questo": true, "questa": true, "questi": true, "queste": true, "l": true, "dell": true, "all": true, "mia": true, "mio": true,
	"mie": true, "miei": true, "più": true, "piu": true, "per": false, "to": false, "s": true, "nuova": true, "nuovo": true, "unread": true, "most": true,
}

// joins begin another request, or the same one after a polite word.
var joins = map[string]bool{"and": true, "then": true, "e": true, "ed": true, "poi": true, "to": true, "puoi": true, "please": true, "you": true, "vorrei": true, "voglio": true,
	"potresti": true, "favore": true, "mi": true, "dopo": true, "infine": true, "per": true, "devi": true, "devo": true, "want": true, "need": true, "quindi": true, "can": true, "ti": true, "hai": true,
	"also": true, "finally": true, "ci": true, "me": true, "ora": true, "just": true, "ok": true, "i": false, "us": true, "riesci": true, "si": true, "da": true, "ho": true, "non": true, "don": true}

var conjunction = map[string]bool{"and": true, "then": true, "e": true, "ed": true, "poi": true, "infine": true, "quindi": true, "dopo": true, "finally": true, "afterwards": true}

// source come before what things are taken from; place before where they go.
var (
	source = map[string]bool{"of": true, "from": true, "with": true, "di": true, "dei": true, "delle": true, "degli": true, "del": true, "della": true, "dello": true, "dell": true,
		"dal": true, "dalla": true, "dalle": true, "dai": true, "da": true, "con": true, "d": true, "about": true, "sulle": true, "sui": true, "in": false}
	place = map[string]bool{"in": true, "into": true, "to": true, "on": true, "at": true, "nel": true, "nella": true, "nelle": true, "nei": true, "nello": true, "nell": true, "al": true, "alla": true,
		"su": true, "sul": true, "sulla": true, "per": true, "for": true, "via": true, "under": true, "inside": true, "dentro": true, "all": true, "a": false}
)

// taken come before what something is taken from.
var taken = map[string]bool{"of": true, "from": true, "di": true, "del": true, "dal": true, "da": true, "della": true, "dalla": true, "dei": true, "delle": true}

var several = map[string]bool{"i": true, "gli": true, "le": true, "dei": true, "degli": true, "delle": true, "ai": true, "alle": true, "dai": true, "dalle": true,
	"quali": true, "quanti": true, "quante": true, "miei": true, "mie": true, "tutti": true, "tutte": true, "quei": true, "quelle": true, "quegli": true, "questi": true, "queste": true}

var deictic = map[string]bool{"questo": true, "questa": true, "quest": true, "this": true, "that": true}

var indefinite = map[string]bool{"a": true, "an": true, "un": true, "una": true, "uno": true, "new": true, "another": true}

// FromWhat reports whether a preposition comes before what things are taken from or made of.
func FromWhat(word string) bool { return source[word] }

// Where reports whether a preposition comes before where things are or go.
func Where(word string) bool { return place[word] }

// Drawn reports whether a preposition comes before what something is taken out of.
func Drawn(word string) bool { return taken[word] }

// Indefinite reports whether an article speaks of a thing that is new.
func Indefinite(word string) bool { return indefinite[word] }

// subjects come before a verb that tells what somebody does.
var subjects = map[string]bool{"i": true, "you": true, "we": true, "they": true, "he": true, "she": true, "it": true, "who": true, "that": true, "which": true, "what": true,
	"did": true, "does": true, "do": true, "will": true, "not": true, "be": true, "io": true, "tu": true, "lui": true, "lei": true, "noi": true, "voi": true, "loro": true, "che": true, "non": true}

// before come before an hour.
var before = map[string]bool{"at": true, "by": true, "around": true, "until": true, "till": true, "alle": true, "dalle": true, "entro": true, "verso": true, "all": true}

// asking begin an English question that is answered with yes or no.
var asking = map[string]bool{"is": true, "are": true, "was": true, "were": true, "does": true, "did": true, "has": true}

// own come before what is the person's.
var own = map[string]bool{"my": true, "our": true, "mio": true, "mia": true, "miei": true, "mie": true, "nostro": true, "nostra": true}

// parts and particles are the halves of English verbs.
var (
	parts     = map[string]bool{"turn": true, "switch": true, "shut": true, "take": true, "call": true, "throw": true, "put": true, "write": true, "note": true, "get": true, "back": true, "clear": true, "look": true, "bring": true, "pull": true, "wake": true, "block": true, "drop": true}
	particles = map[string]bool{"off": true, "on": true, "up": true, "down": true, "away": true, "out": true, "line": true}
)

// pronouns stand for what was said.
var pronouns = map[string]bool{"it": true, "them": true, "this": true, "that": true}
