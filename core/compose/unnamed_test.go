package compose

import (
	"context"
	"testing"

	"github.com/metnos/metnos/core/plan"
)

// house has a few tables, and what they hold.
func house() world {
	return world{
		dirs:  []string{"Documenti", "Documenti/Casa", "Downloads"},
		files: []string{"Documenti/Casa/spese.csv", "Documenti/Casa/bollette.csv", "Documenti/personale.csv", "Documenti/scuola.csv", "Downloads/fornitori.csv", "Downloads/nota.txt", "Documenti/ordini.csv", "Documenti/scorte.csv"},
		tables: map[string]string{
			"Documenti/Casa/spese.csv":    "data,categoria,importo\n2025-05-03,cibo,42.10\n2025-05-15,trasporti,20\n2025-06-02,cibo,55.30",
			"Documenti/Casa/bollette.csv": "tipo,mese,importo\nluce,2025-01,44.20\ngas,2025-01,90.10\nluce,2025-02,47",
			"Documenti/personale.csv":     "nome,reparto,stipendio\nAnna,Vendite,28000\nPaolo,Grafica,35000\nSara,Vendite,26500",
			"Documenti/scuola.csv":        "studente,materia,voto\nAnna,storia,8\nLuca,storia,5\nAnna,latino,7",
			"Documenti/ordini.csv":        "id_ordine,ditta,stato\n5001,Alfa,aperto\n5002,Beta,chiuso",
			"Documenti/scorte.csv":        "articolo,quantita\nviti,40\nchiodi,6",
			"Downloads/fornitori.csv":     "fornitore,citta\nVerdi,Torino\nNeri,Roma",
		},
	}
}

// TestTheTableIsFoundByWhatItHolds: a question that names no table is about the one that has its columns and values; a
// word no table has makes it nobody's.
func TestTheTableIsFoundByWhatItHolds(t *testing.T) {
	c := New()
	const spese, bollette, personale, scuola = "read_files_csv{paths:[~/Documenti/Casa/spese.csv]}\n", "read_files_csv{paths:[~/Documenti/Casa/bollette.csv]}\n", "read_files_csv{paths:[~/Documenti/personale.csv]}\n", "read_files_csv{paths:[~/Documenti/scuola.csv]}\n"
	for text, want := range map[string]string{
		"quanto ho speso in cibo?":                    spese + "filter_entries{from_step:1,operation:eq,value:cibo}\ncompute_entries{aggregate:sum,from_step:2} => scalar",
		"how much did I spend on cibo?":               spese + "filter_entries{from_step:1,operation:eq,value:cibo}\ncompute_entries{aggregate:sum,from_step:2} => scalar",
		"quanto ho speso in tutto?":                   spese + "compute_entries{aggregate:sum,from_step:1} => scalar",
		"quanto ho speso a maggio?":                   spese + "filter_entries{as:datetime,from_step:1,operation:eq,value:--05}\ncompute_entries{aggregate:sum,from_step:2} => scalar",
		"in quale mese ho speso di più?":              spese + "group_entries{aggregate:sum,from_step:1,group_by:mese,limit:1,order:desc,order_by:value}",
		"which month did I spend the most?":           spese + "group_entries{aggregate:sum,from_step:1,group_by:month,limit:1,order:desc,order_by:value}",
		"quanto spendo di luce?":                      bollette + "filter_entries{from_step:1,operation:eq,value:luce}\ncompute_entries{aggregate:sum,from_step:2} => scalar",
		"qual è lo stipendio medio per reparto?":      personale + "group_entries{aggregate:mean,field:stipendio,from_step:1,group_by:reparto}",
		"average salary by department":                personale + "group_entries{aggregate:mean,field:salary,from_step:1,group_by:department}",
		"chi guadagna di più?":                        personale + "sort_entries{from_step:1,limit:1,order:desc,order_by:salary} => list",
		"who earns the most?":                         personale + "sort_entries{from_step:1,limit:1,order:desc,order_by:salary} => list",
		"chi guadagna più di 30000?":                  personale + "filter_entries{field:salary,from_step:1,operation:gt,value:30000} => list",
		"who earns more than 30000?":                  personale + "filter_entries{field:salary,from_step:1,operation:gt,value:30000} => list",
		"a quale reparto appartiene Sara?":            personale + "filter_entries{from_step:1,operation:eq,value:Sara}\nfilter_entries{columns:[reparto],from_step:2} => list",
		"which department is Sara in?":                personale + "filter_entries{from_step:1,operation:eq,value:Sara}\nfilter_entries{columns:[department],from_step:2} => list",
		"qual è la media dei voti di Anna?":           scuola + "filter_entries{from_step:1,operation:eq,value:Anna}\ncompute_entries{aggregate:mean,field:voti,from_step:2} => scalar",
		"what's Anna's average grade?":                scuola + "filter_entries{from_step:1,operation:eq,value:Anna}\ncompute_entries{aggregate:mean,field:grade,from_step:2} => scalar",
		"what is the average voto of Anna?":           scuola + "filter_entries{from_step:1,operation:eq,value:Anna}\ncompute_entries{aggregate:mean,field:voto,from_step:2} => scalar",
		"show me Sara's stipendio":                    personale + "filter_entries{from_step:1,operation:eq,value:Sara}\nfilter_entries{columns:[stipendio],from_step:2} => list",
		"media degli importi delle bollette per tipo": bollette + "group_entries{aggregate:mean,field:importi,from_step:1,group_by:tipo}",
		"in che città sta Verdi?":                     "read_files_csv{paths:[~/Downloads/fornitori.csv]}\nfilter_entries{from_step:1,operation:eq,value:Verdi}\nfilter_entries{columns:[città],from_step:2} => list",
		"mostra Anna":                                 "unknown Anna",
		"quanto costa un biglietto del treno?":        "unknown quanto|costa|biglietto|treno",
		"how much does a pizza cost?":                 "unknown how|much|does|pizza|cost",
		"chi ha vinto la partita?":                    "unknown chi|vinto|partita",
		"qual è la media dei goal di Anna?":           "unknown media|goal",
		"le fatture di Verdi":                         "unknown fatture",
		"accendi la luce":                             "limit capability_missing what=accendi la luce",
		"turn on the luce":                            "limit capability_missing what=turn on the luce",
		"cancella Anna":                               "unknown Anna",
	} {
		req := said(t, text)
		req.Places = house()
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got := sketch(d); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestSeveralTablesAreAskedAbout: of two tables that fit neither is taken.
func TestSeveralTablesAreAskedAbout(t *testing.T) {
	w := house()
	w.files = append(w.files, "Downloads/altri.csv")
	w.tables["Downloads/altri.csv"] = "nome,reparto,stipendio\nElio,Grafica,1"
	req := said(t, "chi guadagna di più?")
	req.Places = w
	d, err := New().Propose(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sketch(d), "ask which_table paths ~/Documenti/personale.csv ~/Downloads/altri.csv\nread_files_csv{}\nsort_entries{from_step:1,limit:1,order:desc,order_by:salary}"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRowsOfATableGoOn: only those of one value, and then of another, of all the rows there are.
func TestRowsOfATableGoOn(t *testing.T) {
	const spese = "read_files_csv{paths:[~/Documenti/Casa/spese.csv]}\n"
	for _, k := range []struct{ first, then, want string }{
		{"mostrami spese.csv", "solo il cibo", spese + "filter_entries{from_step:1,operation:eq,value:cibo} => list"},
		{"show spese.csv", "only cibo", spese + "filter_entries{from_step:1,operation:eq,value:cibo} => list"},
		{"mostra le righe di spese.csv con categoria cibo", "e i trasporti?", spese + "filter_entries{field:categoria,from_step:1,operation:eq,value:trasporti} => list"},
		{"mostrami spese.csv", "solo gli affitti", "unknown solo gli affitti"},
		{"quante materie ci sono in scuola.csv?", "", "read_files_csv{paths:[~/Documenti/scuola.csv]}\ncompute_entries{aggregate:distinct,field:materie,from_step:1} => scalar"},
		{"how many studenti are there in scuola.csv?", "", "read_files_csv{paths:[~/Documenti/scuola.csv]}\ncompute_entries{aggregate:distinct,field:studenti,from_step:1} => scalar"},
		{"quanti ordini ci sono in ordini.csv?", "", "read_files_csv{paths:[~/Documenti/ordini.csv]} => count"},
		{"how many orders have stato 'aperto' in ordini.csv?", "", "read_files_csv{paths:[~/Documenti/ordini.csv]}\nfilter_entries{field:stato,from_step:1,operation:eq,value:aperto} => count"},
		{"quanti pezzi ci sono in scorte.csv?", "", "read_files_csv{paths:[~/Documenti/scorte.csv]}\ncompute_entries{aggregate:sum,field:pezzi,from_step:1} => scalar"},
		{"quanti panini ci sono in scuola.csv?", "", "unknown panini"},
	} {
		c := New()
		req := said(t, k.first)
		req.Places = house()
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if k.then != "" {
			req.Text = k.then
			req.Previous = &plan.Previous{Turn: "t1", Ref: "t1", Framework: d.Framework, Tool: "read_files_csv", Fields: map[string]string{"*": "any"}, Count: 3}
			if d, err = c.Propose(context.Background(), req); err != nil {
				t.Fatal(err)
			}
		}
		if got := sketch(d); got != k.want {
			t.Errorf("%s / %s\ngot  %s\nwant %s", k.first, k.then, got, k.want)
		}
	}
}

// TestNamesOfSeveralWords: a number or "of" something behind the name of one thing is a part of it, and so is the text a
// line is added to when it is called by what it is.
func TestNamesOfSeveralWords(t *testing.T) {
	w := house()
	w.files = append(w.files, "Downloads/fattura_01.pdf", "Downloads/fattura_02.pdf", "Documenti/contratto_affitto.pdf", "Documenti/riunione.txt", "Documenti/diario.txt", "Downloads/diario.pdf")
	for text, want := range map[string]string{
		"cerca la fattura 02":                           "find_files{glob:fattura_02.pdf,path:~,recursive:true} => where",
		"find fattura 2":                                "find_files{glob:fattura_02.pdf,path:~,recursive:true} => where",
		"leggi la fattura 1":                            "read_files_doc{paths:[~/Downloads/fattura_01.pdf]} => text",
		"controlla se ho la fattura 02":                 "find_files{glob:fattura_02.pdf,path:~,recursive:true} => exists",
		"cerca la fattura 7":                            "unknown fattura|7",
		"cerca 2 fatture":                               "find_files{name:fattura,path:~,recursive:true}\nfilter_entries{from_step:1,limit:2} => list",
		"dov'è finito il contratto di affitto?":         "find_files{glob:contratto_affitto.pdf,path:~,recursive:true} => where",
		"where did my diario end up?":                   "find_files{name:diario,path:~,recursive:true} => where",
		"apri riunione":                                 "read_files{paths:[~/Documenti/riunione.txt]} => text",
		"aggiungi burro alla riunione":                  "write_files{append:true,content:burro,paths:[~/Documenti/riunione.txt]} => receipt",
		"add butter to the riunione":                    "write_files{append:true,content:butter,paths:[~/Documenti/riunione.txt]} => receipt",
		"aggiungi burro alla lista della riunione":      "limit list_or_file file=riunione.txt name=riunione",
		"aggiungi burro alla palestra":                  "unknown burro|alla|palestra",
		"would you mind listing the pdfs in Downloads?": "find_files{extensions:[pdf],path:~/Downloads,recursive:false}\nfind_files{extensions:[pdf],limit:0,path:~/Downloads,recursive:true} => list",
		"ti dispiacerebbe elencare i pdf di Downloads?": "find_files{extensions:[pdf],path:~/Downloads,recursive:false}\nfind_files{extensions:[pdf],limit:0,path:~/Downloads,recursive:true} => list",
	} {
		req := said(t, text)
		req.Places = w
		d, err := New().Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got := sketch(d); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestTheTableNobodyNamedIsTold: a plan remembers the table it found, unless the sentence calls it by its name.
func TestTheTableNobodyNamedIsTold(t *testing.T) {
	c := New()
	w := house()
	for text, want := range map[string]string{
		"quanto ho speso in cibo?":                    "Documenti/Casa/spese.csv",
		"how much did I spend on cibo?":               "Documenti/Casa/spese.csv",
		"chi guadagna di più?":                        "Documenti/personale.csv",
		"which department is Sara in?":                "Documenti/personale.csv",
		"media degli importi delle bollette per tipo": "",
		"how many spese are over 30?":                 "",
		"quante righe ha Documenti/personale.csv?":    "",
	} {
		req := said(t, text)
		req.Places = w
		d, err := c.Propose(context.Background(), req)
		if err != nil || !d.Accepted {
			t.Fatalf("%s: %+v %v", text, d, err)
		}
		if want != "" {
			want = req.Home + "/" + want
		}
		if d.Framework.Found != want {
			t.Errorf("%s: found %q, want %q", text, d.Framework.Found, want)
		}
	}
	first := said(t, "quanto ho speso in cibo?")
	first.Places = w
	before, err := c.Propose(context.Background(), first)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"e in trasporti?": before.Framework.Found, "and on trasporti?": before.Framework.Found, "quante righe ha spese.csv?": ""} {
		req := said(t, text)
		req.Places, req.Previous = w, &plan.Previous{Turn: "t1", Ref: "t1", Framework: before.Framework, Tool: "compute_entries", Count: 1}
		d, err := c.Propose(context.Background(), req)
		if err != nil || !d.Accepted || d.Framework.Found != want {
			t.Errorf("%s: %q %v %s", text, d.Framework.Found, err, sketch(d))
		}
	}
}
