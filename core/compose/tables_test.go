package compose

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/core/plan"
)

// tableRow is what is asked of a table in both languages, and the steps after the one that reads it.
type tableRow struct{ it, en, want string }

func askTables(t *testing.T, previous *plan.Previous, rows []tableRow) {
	t.Helper()
	c := New()
	for _, row := range rows {
		for _, text := range []string{row.it, row.en} {
			if text == "" {
				continue
			}
			got := sketch(drawn(t, c, anna(), text, previous))
			_, got, _ = strings.Cut(got, "\n")
			if got != row.want {
				t.Errorf("%s\n got %s\nwant %s", text, got, row.want)
			}
		}
	}
}

// A word for a sum is also the name of a column, and without one it is a sum of the only column of amounts.
func TestTotalsAreSums(t *testing.T) {
	askTables(t, nil, []tableRow{
		{"ordina ordini.csv per Totale decrescente", "sort ordini.csv by Totale descending", "sort_entries{from_step:1,order:desc,order_by:Totale} => list"},
		{"ordina ordini.csv per Data crescente", "sort ordini.csv by Data ascending", "sort_entries{from_step:1,order:asc,order_by:Data} => list"},
		{"somma Totale per Stato in ordini.csv", "sum Total by Stato in ordini.csv", "group_entries{aggregate:sum,from_step:1,group_by:Stato}"},
		{"totale per cliente in ordini.csv", "total per cliente in ordini.csv", "group_entries{aggregate:sum,from_step:1,group_by:cliente}"},
		{"totale per categoria in ordini.csv", "total by categoria in ordini.csv", "group_entries{aggregate:sum,from_step:1,group_by:categoria}"},
		{"totale importo per categoria in ordini.csv", "total importo by categoria in ordini.csv", "group_entries{aggregate:sum,field:importo,from_step:1,group_by:categoria}"},
		{"importo totale per categoria in ordini.csv", "total importo by categoria in ordini.csv", "group_entries{aggregate:sum,field:importo,from_step:1,group_by:categoria}"},
		{"somma Totale in ordini.csv", "sum Total in ordini.csv", "compute_entries{aggregate:sum,from_step:1} => scalar"},
		{"somma totale per cliente in ordini.csv e salva il risultato in tot.csv", "",
			"group_entries{aggregate:sum,from_step:1,group_by:cliente}\nwrite_files_csv{columns:[group,value],from_step:2,path:~/tot.csv,titles:[cliente,totale]} => receipt"},
		{"", "sum total by cliente in ordini.csv and save the result in tot.csv",
			"group_entries{aggregate:sum,from_step:1,group_by:cliente}\nwrite_files_csv{columns:[group,value],from_step:2,path:~/tot.csv,titles:[cliente,total]} => receipt"},
		{"qual è il totale in ordini.csv?", "what is the total in ordini.csv?", "compute_entries{aggregate:sum,from_step:1} => scalar"},
		{"somma Totale di ordini.csv dove Stato è Pagato", "sum Total of ordini.csv where Stato is Pagato",
			"filter_entries{field:Stato,from_step:1,operation:eq,value:Pagato}\ncompute_entries{aggregate:sum,from_step:2} => scalar"},
		{"qual è il massimo Importo in ordini.csv", "what's the max Importo in ordini.csv", "compute_entries{aggregate:max,field:Importo,from_step:1} => scalar"},
	})
}

// A month of no year is that month of any; a date compares on the side that was said.
func TestDatesOfRows(t *testing.T) {
	month := func(op, value, rest string) string {
		return "filter_entries{as:datetime," + rest + "operation:" + op + ",value:" + value + "} => list"
	}
	askTables(t, nil, []tableRow{
		{"mostra gli ordini di febbraio in ordini.csv", "show the orders of February in ordini.csv", month("eq", "--02", "from_step:1,")},
		{"mostra gli ordini dopo febbraio in ordini.csv", "show the orders after February in ordini.csv", month("gt", "--02", "from_step:1,")},
		{"mostra gli ordini del 14 febbraio in ordini.csv", "show the orders of 14 February in ordini.csv", month("eq", "--02-14", "from_step:1,")},
		{"righe di ordini.csv con Data dopo il 2025-01-01", "rows of ordini.csv with Data after 2025-01-01", month("gt", "2025-01-01", "field:Data,from_step:1,")},
		{"righe di ordini.csv con Data prima del 2025-02-01", "rows of ordini.csv with Data before 2025-02-01", month("lt", "2025-02-01", "field:Data,from_step:1,")},
		{"righe di ordini.csv con Data prima di febbraio 2025", "rows of ordini.csv with Data before February 2025", month("lt", "2025-02", "field:Data,from_step:1,")},
		{"righe di ordini.csv con Data dopo il 2023", "rows of ordini.csv with Data after 2023", "filter_entries{field:Data,from_step:1,operation:gt,value:2023} => list"},
		{"quanto ho speso a febbraio in ordini.csv", "how much did I spend in February in ordini.csv",
			"filter_entries{as:datetime,from_step:1,operation:eq,value:--02}\ncompute_entries{aggregate:sum,from_step:2} => scalar"},
		{"quanto ho speso da gennaio a marzo in ordini.csv", "how much did I spend from January to March in ordini.csv",
			"filter_entries{as:datetime,from_step:1,operation:in,values:[--01,--02,--03]}\ncompute_entries{aggregate:sum,from_step:2} => scalar"},
	})
}

// Ranges, one value or another, signs and ages are conditions.
func TestConditionsOfRows(t *testing.T) {
	between := "filter_entries{field:Totale,from_step:1,operation:ge,value:50}\nfilter_entries{field:Totale,from_step:2,operation:le,value:250} => list"
	askTables(t, nil, []tableRow{
		{"righe di ordini.csv con Totale tra 50 e 250", "rows of ordini.csv with Totale between 50 and 250", between},
		{"righe di ordini.csv con Totale da 50 a 250", "rows of ordini.csv with Totale from 50 to 250", between},
		{"righe di ordini.csv con Città Roma o Milano", "rows of ordini.csv with Città Roma or Milano", "filter_entries{field:Città,from_step:1,operation:in,values:[Roma,Milano]} => list"},
		{"elenca i clienti di Roma o di Milano in clienti.csv", "list the customers from Roma or from Milano in clienti.csv", "filter_entries{from_step:1,operation:in,values:[Roma,Milano]} => list"},
		{"i clienti non di Milano in clienti.csv", "the customers not from Milano in clienti.csv", "filter_entries{from_step:1,operation:ne,value:Milano} => list"},
		{"quante righe di ordini.csv hanno Pagato no", "", "filter_entries{field:Pagato,from_step:1,operation:eq,value:no} => count"},
		{"righe di ordini.csv con Pagato sì", "", "filter_entries{field:Pagato,from_step:1,operation:eq,value:sì} => list"},
		{"righe di ordini.csv con saldo negativo", "", "filter_entries{field:saldo,from_step:1,operation:eq,value:negativo} => list"},
		{"", "rows of ordini.csv with a negative saldo", "filter_entries{field:saldo,from_step:1,operation:eq,value:negative} => list"},
		{"righe di ordini.csv con saldo sotto zero", "rows of ordini.csv with saldo below zero", "filter_entries{field:saldo,from_step:1,operation:lt,value:0} => list"},
		{"elenca gli ordini oltre 200 in ordini.csv", "list the orders over 200 in ordini.csv", "filter_entries{from_step:1,operation:gt,value:200} => list"},
		{"elenca gli ordini con importo oltre 200 in ordini.csv", "list the orders with importo over 200 in ordini.csv", "filter_entries{field:importo,from_step:1,operation:gt,value:200} => list"},
		{"elenca i dipendenti più vecchi di 30 in staff.csv", "list the employees older than 30 in staff.csv", "filter_entries{field:age,from_step:1,operation:gt,value:30} => list"},
		{"dipendenti con meno di 30 anni in staff.csv", "employees younger than 30 years in staff.csv", "filter_entries{field:age,from_step:1,operation:lt,value:30} => list"},
		{"spese di Anna in ordini.csv", "expenses of Anna in ordini.csv", "filter_entries{from_step:1,operation:eq,value:Anna} => list"},
		{"quanto ha speso Mario per Ristorante in ordini.csv", "how much did Mario spend on Ristorante in ordini.csv",
			"filter_entries{from_step:1,operation:eq,value:Mario}\nfilter_entries{from_step:2,operation:eq,value:Ristorante}\ncompute_entries{aggregate:sum,from_step:3} => scalar"},
	})
}

// What the rows are called may be a value one of them has; who is oldest is one row; columns can be asked about.
func TestWordsForRows(t *testing.T) {
	askTables(t, nil, []tableRow{
		{"quanti bulloni ci sono in listino.xlsx", "how many bulloni are there in listino.xlsx", "filter_entries{called:true,from_step:1,operation:eq,value:bulloni} => count"},
		{"quante Lampade in ordini.csv", "how many Lampade in ordini.csv", "filter_entries{called:true,from_step:1,operation:eq,value:Lampade} => count"},
		{"quanti ordini ci sono in ordini.csv", "how many orders are there in ordini.csv", ""},
		{"conta le righe di ordini.csv", "count the lines of ordini.csv", ""},
		{"quante righe ha ordini.csv?", "how many rows does ordini.csv have?", ""},
		{"chi è il dipendente più vecchio in staff.csv", "who is the oldest in staff.csv", "sort_entries{from_step:1,limit:1,order:desc,order_by:age} => list"},
		{"chi è il più giovane in staff.csv", "who is the youngest in staff.csv", "sort_entries{from_step:1,limit:1,order:asc,order_by:age} => list"},
		{"qual è l'ordine più recente in ordini.csv", "what's the latest order in ordini.csv", "sort_entries{from_step:1,limit:1,order:desc,order_by:date} => list"},
		{"quali colonne ha ordini.csv?", "what columns does ordini.csv have?", "compute_entries{aggregate:columns,from_step:1} => scalar"},
		{"chi ha speso di più in ordini.csv", "", "group_entries{aggregate:sum,from_step:1,group_by:chi,limit:1,order:desc,order_by:value}"},
	})
}

// A value stays one where a file is called like it.
func TestAFileCalledLikeAValue(t *testing.T) {
	w := anna()
	w.files = append(w.files, "milano.csv")
	for _, text := range []string{"quali clienti sono di Milano in clienti.csv", "which customers are from Milano in clienti.csv", "customers from Milano in clienti.csv"} {
		if got := sketch(drawn(t, New(), w, text, nil)); got != "read_files_csv{paths:[~/Documenti/clienti.csv]}\nfilter_entries{from_step:1,operation:eq,value:Milano} => list" {
			t.Errorf("%s\n got %s", text, got)
		}
	}
}

// A file of several carries the plan to its question, so that the number completes it.
func TestWhichTableCarriesThePlan(t *testing.T) {
	w := anna()
	w.files = append(w.files, "Backup/ordini.csv")
	for _, row := range []struct{ text, want string }{
		{"quanti ordini ci sono in ordini.csv", "read_files_csv{} => count"},
		{"how many orders are there in ordini.csv", "read_files_csv{} => count"},
		{"ordina ordini.csv per importo", "read_files_csv{}\nsort_entries{from_step:1,order:asc,order_by:importo} => list"},
		{"sum the column importo of ordini.csv", "read_files_csv{}\ncompute_entries{aggregate:sum,field:importo,from_step:1} => scalar"},
	} {
		d := drawn(t, New(), w, row.text, nil)
		if d.Question == nil || d.Question.Code != "which_file" || d.Question.Arg != "paths" || d.Question.Step != 1 || len(d.Question.Options) != 2 {
			t.Fatalf("%s: %s %+v", row.text, sketch(d), d.Question)
		}
		if got := sketch(plan.Draft{Accepted: true, Framework: d.Question.Partial}); got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

// "And by date" after rows in an order is another order; rows are counted from the first below the headings, and saved
// as what the file is.
func TestGoingOnFromRows(t *testing.T) {
	read := plan.Step{Tool: "read_files_csv", Args: map[string]any{"paths": []any{home + "/Documenti/ordini.csv"}}}
	sorted := &plan.Previous{Ref: "t1", Tool: "sort_entries", Count: 5, Framework: plan.Framework{Shape: plan.ShapeList, Steps: []plan.Step{
		read, {Tool: "sort_entries", Args: map[string]any{"from_step": int64(1), "order_by": "cliente", "order": "desc"}}}}}
	for _, text := range []string{"e per data", "and by data"} {
		if got, want := sketch(drawn(t, New(), anna(), text, sorted)), "read_files_csv{paths:[~/Documenti/ordini.csv]}\nsort_entries{from_step:1,order:asc,order_by:data} => list"; !strings.HasSuffix(got, "order_by:data} => list") {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	rows := &plan.Previous{Ref: "t1", Tool: "read_files_csv", Count: 5, Framework: plan.Framework{Shape: plan.ShapeText, Steps: []plan.Step{read}}}
	for _, row := range []struct{ text, want string }{
		{"mostrami le prime 2 righe", "filter_entries{from_previous:t1,limit:2} => list"},
		{"show me the first 2 lines", "filter_entries{from_previous:t1,limit:2} => list"},
		{"salvali in tutti.csv", "write_files_csv{from_previous:t1,path:~/tutti.csv} => receipt"},
		{"save them in all.csv", "write_files_csv{from_previous:t1,path:~/all.csv} => receipt"},
		{"save them in all.dbf", "limit capability_missing what=save them in all.dbf"},
	} {
		if got := sketch(drawn(t, New(), anna(), row.text, rows)); got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

// "By customer" after a total is the total of each, and "the top 2" of groups are those with most, by name.
func TestGoingOnFromACalculation(t *testing.T) {
	read := plan.Step{Tool: "read_files_csv", Args: map[string]any{"paths": []any{home + "/Documenti/ordini.csv"}}}
	total := &plan.Previous{Ref: "t1", Tool: "compute_entries", Count: 1, Framework: plan.Framework{Shape: plan.ShapeScalar, Steps: []plan.Step{
		read, {Tool: "compute_entries", Args: map[string]any{"from_step": int64(1), "aggregate": "sum", "field": "importo"}}}}}
	groups := &plan.Previous{Ref: "t1", Tool: "group_entries", Count: 3, Framework: plan.Framework{Steps: []plan.Step{
		read, {Tool: "group_entries", Args: map[string]any{"from_step": int64(1), "aggregate": "sum", "field": "importo", "group_by": "cliente"}}}}}
	askTables(t, total, []tableRow{{"per cliente", "by cliente", "group_entries{aggregate:sum,field:importo,from_step:1,group_by:cliente}"}})
	askTables(t, groups, []tableRow{
		{"solo i primi 2", "only the top 2", "group_entries{aggregate:sum,field:importo,from_step:1,group_by:cliente,limit:2,order:desc,order_by:value}"},
		{"per stato", "by stato", "group_entries{aggregate:sum,field:importo,from_step:1,group_by:stato}"},
	})
	for _, text := range []string{"solo gli ultimi 2", "only the last 2"} {
		if d := drawn(t, New(), anna(), text, groups); d.Accepted {
			t.Errorf("%s made %s", text, sketch(d))
		}
	}
}

// The sheet a sentence names is the one that is read, and what is to be saved nowhere is not shown instead.
func TestSheetAndSavingAreCarried(t *testing.T) {
	c := New()
	for _, row := range []struct{ it, en, want string }{
		{"righe del foglio Febbraio di listino.xlsx", "rows of the sheet Febbraio of listino.xlsx", "read_files_xlsx{paths:[~/Documenti/listino.xlsx],sheet:Febbraio} => list"},
		{"mostrami il foglio Febbraio di listino.xlsx", "show the sheet Febbraio of listino.xlsx", "read_files_xlsx{paths:[~/Documenti/listino.xlsx],sheet:Febbraio} => list"},
		{"ordina ordini.csv per importo e salvalo", "", "unknown salvalo"},
		{"", "sort ordini.csv by importo and save it", "unknown save"},
	} {
		for _, text := range []string{row.it, row.en} {
			if text == "" {
				continue
			}
			if got := sketch(drawn(t, c, anna(), text, nil)); got != row.want {
				t.Errorf("%s\n got %s\nwant %s", text, got, row.want)
			}
		}
	}
}
