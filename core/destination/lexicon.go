package destination

import "strings"

// The words of the two languages, folded.

// way is how a preposition leads to a place.
type way int

const (
	noWay  way = iota
	on         // sul portatile, on the laptop
	from       // dal portatile
	within     // nel portatile: a folder may be meant as well
	to         // al portatile: something is taken there
)

var ways = merge(map[way]string{
	on:     "su sul sullo sulla sull' sui sugli sulle on upon",
	from:   "da dal dallo dalla dall' dai dagli dalle from",
	within: "in nel nello nella nell' nei negli nelle inside",
	to:     "al allo alla all' ai agli alle to onto into verso",
})

// bare prepositions need an article or a possessive before the name of a kind: "in tablet" is no place.
var bare = set("su da in on upon from inside to onto into verso")

var articles = set("il lo la l' i gli le the")

// own are the words that say whose or which one it is.
var own = set(`mio mia miei mie nostro nostra tuo tua suo sua loro questo questa quest' quel quello quella quell'
	my our your his her their this that`)

// near are those that mean the one at hand.
var near = set("questo questa quest' this")

// generic nouns are any computer of the person's: the one there is.
var generic = set("computer pc calcolatore elaboratore machine macchina")

// label nouns say that a name of a device follows; alone they are none.
var label = set("dispositivo device host apparecchio")

// kinds of device, each line one kind by all its names.
var kinds = []string{
	"portatile laptop notebook ultrabook",
	"telefono telefonino cellulare smartphone phone cellphone iphone",
	"tablet ipad",
	"nas",
	"mac macbook imac",
	"chromebook",
	"workstation",
	"raspberry raspberrypi",
}

// kindOf tells the kind a word names, by its index + 1.
var kindOf = func() map[string]int {
	out := map[string]int{}
	for i, line := range kinds {
		for _, w := range strings.Fields(line) {
			out[w] = i + 1
		}
	}
	return out
}()

// shapes stand after a generic noun: "pc portatile", "pc fisso".
var shapes = set("portatile fisso desktop")

// desk names a folder before it names a device.
var desk = set("desktop scrivania")

var servers = set("server metnos")

// locally says by itself that the server is meant.
var locally = set("localmente locally")

// whose follow "di" after a kind, and are part of what the device is called.
var whose = set("casa lavoro ufficio studio scuola famiglia")

var homely = set("casa home") // tells nothing a name does not

// topics are what one has about something: "le notizie sul portatile".
var topics = set(`informazioni info notizia notizie articolo articoli recensione recensioni guida guide manuale manuali libro libri
	documentazione appunti nota note ricerca ricerche offerta offerte preventivo preventivi relazione relazioni tesi discorso opinione opinioni
	about information news article articles review reviews guide guides manual manuals book books documentation notes note report reports essay`)

// taking are verbs that carry things to where a phrase on the far side of them leads.
var taking = set(`sposta spostali spostale spostalo spostala spostare sposti copia copiali copiale copialo copiala copiare copi trasferisci
	trasferiscili trasferire metti mettili mettile mettilo mettila mettere salva salvali salvale salvalo salvala salvare carica caricali caricare
	manda mandali mandale mandare invia inviali inviare porta portali portare esporta esportare scarica scaricare
	move copy transfer put save upload send bring export download push sync`)

// compounds are the words that may follow a kind in English: any other noun makes it a compound ("the phone bill").
var compounds = set(`and or of to in into from with that which whose where when then please for by before after under inside called named
	older newer larger bigger smaller between at on sorted ordered modified created whom first as`)

// named precede a name that is given: nothing after them is a place.
var named = set("chiamata chiamato chiamati chiamate nome nomi intitolato intitolata titolo named called titled entitled title name")

// folder words say that the name beside them is a folder or a file.
var folder = set("cartella cartelle sottocartella directory file folder folders subfolder")

var elided = func() map[string]bool {
	return set("sull' dall' nell' all' dell' l' un' quell' quest'")
}()

// introduces are pairs of words after which everything is text.
var introduces = map[string]map[string]bool{
	"con": set("scritto testo contenuto"), "il": set("testo"), "the": set("text"), "with": set("text content"), "che": set("dice"), "c'e": set("scritto"),
}

// alone are words after which everything is text.
var alone = set("saying dicendo recitante")

// writing are words that make what follows a colon a text.
var writing = set(`testo contenuto scritto scrivi scrivere scrivimi aggiungi aggiungere annota annotare crea creare nota messaggio memo
	text content write append add create note message jot`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

func merge(rows map[way]string) map[string]way {
	out := map[string]way{}
	for w, words := range rows {
		for _, word := range strings.Fields(words) {
			out[word] = w
		}
	}
	return out
}
