package tongue

import "strings"

// small are the words each language is told by, folded. A word of several languages counts for each. Italian and
// English are the languages of the product; the others are what a model may drift to.
var small = map[string]map[string]bool{
	"it": set(`il lo la i gli le l un uno una di del dello della dei degli delle dell da dal dallo dalla dai dagli dalle dall a al allo alla ai
		agli alle all in nel nello nella nei negli nelle nell su sul sullo sulla sui sugli sulle sull con per tra fra e ed o oppure ma pero
		anche che chi cosa cui quale quali quanto quanti quante quanta come dove quando perche se non piu meno molto molti molte poco pochi
		tutto tutti tutta tutte ogni alcuni alcune nessun nessuno nessuna niente nulla solo soltanto gia ancora poi quindi cosi mentre dopo prima
		sempre mai ecco qui questo questa questi queste quello quella quelli quelle c ci si mi ti vi ne lui lei noi voi loro io tu mio mia tuo
		tua suo sua suoi sue nostro nostra sono sei siamo siete era erano essere stato stata stati state ho hai ha abbiamo avete hanno avere
		puo puoi posso possono vuoi devi fa fatto trovato trovati trovate senza verso secondo durante altro altri altra altre stesso stessa`),
	"en": set(`the a an of to from in on at by for with without and or but if than then that this these those there here which who whom whose what
		when where why how is are was were be been being am do does did done don't doesn't didn't isn't aren't wasn't weren't can't won't
		couldn't has have had having i you he she it we they me him her us them my your his its our their not no nor only also very more most
		less some any each every all both few many much other another such same so too as into onto about over under between during before
		after above below again once can could will would shall should may might must just because while until it's i'm you're they're we're
		i've you've i'll that's there's here's let's up out off`),
	"es": set(`el la los las un una unos unas de del al en y o pero que como donde cuando porque si no mas muy mucho muchos todo todos toda
		todas cada este esta estos estas ese esa eso aquel con sin por para entre sobre hasta desde es son era fue ser estar ha han he hemos
		hay lo le les se me te nos su sus mi tu yo ella ellos usted tambien ya solo nada algo otro otros he encontrado archivo archivos`),
	"fr": set(`le la les l un une des de du d au aux a en dans et ou mais que qu qui quoi dont comme quand parce si ne n pas plus tres tout tous
		toute toutes chaque ce cet cette ces c avec sans par pour entre sur sous est sont etait etre ai as avons avez ont il elle ils elles
		nous vous je j tu me te se s son sa ses leur leurs mon ma mes votre vos aussi deja trouve fichier fichiers`),
	"de": set(`der die das den dem des ein eine einen einem einer und oder aber dass wenn weil wie wo ist sind war waren sein hat haben habe
		ich du er sie es wir ihr nicht kein keine mit ohne fur von zu zum zur auf aus bei nach uber unter zwischen im am vom auch noch nur schon
		sehr mehr alle jeder dieser diese dieses was wer datei dateien gefunden`),
	"pt": set(`o a os as um uma uns umas de do da dos das em no na nos nas ao aos e ou mas que como onde quando porque se nao mais muito muitos
		todo todos toda todas cada este esta isso com sem por para entre sobre ate e sao era foi ser estar tem ha eu voce ele ela eles nos seu
		sua meu minha tambem ja so nada encontrei arquivo arquivos ficheiro`),
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
