package compose

import (
	"context"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/plan"
)

// TestFollowUps holds pairs of turns: the second is said of the result of the first.
func TestFollowUps(t *testing.T) {
	c := New()
	fields := map[string]string{"path": "path", "name": "name", "size": "bytes", "modified": "datetime", "folder": "path", "extension": "text"}
	for _, k := range []struct{ first, then, want string }{
		{"quali pdf ci sono in Downloads?", "spostali in Archivio", "move_files{destination:~/Archivio,from_previous:t1} => receipt"},
		{"which pdfs are in Downloads?", "move them to Archivio", "move_files{destination:~/Archivio,from_previous:t1} => receipt"},
		{"quali pdf ci sono in Downloads?", "ora cancellali", "delete_files{from_previous:t1} => receipt"},
		{"which pdfs are in Downloads?", "now delete them all", "delete_files{from_previous:t1} => receipt"},
		{"elenca i file di Backup", "cancellalo", "ask which_of_these "},
		{"list the files in Backup", "delete it", "ask which_of_these "},
		{"list the files in Backup", "delete the first one", "filter_entries{from_previous:t1,limit:1,offset:0}\ndelete_files{from_step:1} => receipt"},
		{"elenca i file di Backup", "cancella il primo", "filter_entries{from_previous:t1,limit:1,offset:0}\ndelete_files{from_step:1} => receipt"},
		{"elenca i file di Backup", "quanti sono?", "compute_entries{aggregate:count,from_previous:t1} => count"},
		{"list the files in Backup", "how many are they?", "compute_entries{aggregate:count,from_previous:t1} => count"},
		{"elenca i file di Backup", "qual è il più vecchio?", "sort_entries{from_previous:t1,limit:1,order:asc,order_by:modified} => list"},
		{"list the files in Backup", "which is the oldest?", "sort_entries{from_previous:t1,limit:1,order:asc,order_by:modified} => list"},
		{"elenca i file di Backup", "quanto pesano?", "compute_entries{aggregate:sum,field:size,from_previous:t1} => scalar"},
		{"elenca i file di Backup", "leggi il secondo", "filter_entries{from_previous:t1,limit:1,offset:1}\nread_files{from_step:1} => text"},
		{"list the files in Backup", "read the last one", "filter_entries{from_previous:t1,last:1}\nread_files{from_step:1} => text"},
		{"elenca i file di Backup", "quelli più grandi di 10 MB", "filter_entries{field:size,from_previous:t1,operation:ge,value:10000001} => list"},
		{"list the files in Backup", "those larger than 10 MB", "filter_entries{field:size,from_previous:t1,operation:ge,value:10000001} => list"},
		{"elenca i file di Backup", "ordinali per data", "sort_entries{from_previous:t1,order:desc,order_by:modified} => list"},
		{"list the files in Backup", "sort them by size", "sort_entries{from_previous:t1,order:desc,order_by:size} => list"},
		{"elenca i file di Backup", "salva l'elenco in Documenti/elenco.txt", "write_files{from_previous:t1,paths:[~/Documenti/elenco.txt],template:- {path}} => receipt"},
		{"quanti pdf ci sono in Downloads?", "e i docx?", "find_files{extensions:[docx],path:~/Downloads,recursive:false}\nfind_files{extensions:[docx],limit:0,path:~/Downloads,recursive:true} => count"},
		{"how many pdfs are in Downloads?", "and the docx files?", "find_files{extensions:[docx],path:~/Downloads,recursive:false}\nfind_files{extensions:[docx],limit:0,path:~/Downloads,recursive:true} => count"},
		{"quanti pdf ci sono in Downloads?", "e in Backup?", "find_files{extensions:[pdf],path:~/Backup,recursive:false}\nfind_files{extensions:[pdf],limit:0,path:~/Backup,recursive:true} => count"},
		{"how many pdfs are in Downloads?", "and in Backup?", "find_files{extensions:[pdf],path:~/Backup,recursive:false}\nfind_files{extensions:[pdf],limit:0,path:~/Backup,recursive:true} => count"},
		{"quante righe di server.log contengono ERROR?", "e WARN?", "read_files{paths:[~/Progetti/orto/server.log],unit:line}\nfilter_entries{field:text,from_step:1,operation:contains,value:WARN} => count"},
		{"how many lines of server.log contain ERROR?", "and WARN?", "read_files{paths:[~/Progetti/orto/server.log],unit:line}\nfilter_entries{field:text,from_step:1,operation:contains,value:WARN} => count"},
		{"cancella i pdf di Downloads", "e i docx?", "unknown e i docx?"},
		{"trova i duplicati in Downloads", "cancellali", "find_files_hash{keep:first,path:~/Downloads,recursive:true}\ndelete_files{from_step:1} => receipt"},
		{"find the duplicates in Downloads", "delete them", "find_files_hash{keep:first,path:~/Downloads,recursive:true}\ndelete_files{from_step:1} => receipt"},
		{"trova i duplicati in Downloads", "cancella i primi 3", "unknown cancella"},
		{"quali file di Backup sono anche in Downloads?", "cancellali", "delete_files{from_previous:t1} => receipt"},
		{"quanti pdf ci sono in Downloads?", "no, intendevo i docx", "find_files{extensions:[docx],path:~/Downloads,recursive:false}\nfind_files{extensions:[docx],limit:0,path:~/Downloads,recursive:true} => count"},
		{"how many pdfs are in Downloads?", "no, I meant the docx files", "find_files{extensions:[docx],path:~/Downloads,recursive:false}\nfind_files{extensions:[docx],limit:0,path:~/Downloads,recursive:true} => count"},
		{"quanti pdf ci sono in Downloads?", "no, intendevo in Backup", "find_files{extensions:[pdf],path:~/Backup,recursive:false}\nfind_files{extensions:[pdf],limit:0,path:~/Backup,recursive:true} => count"},
		{"elenca i pdf di Downloads", "no, intendevo le foto di Immagini", "find_files{kind:image,path:~/Immagini,recursive:false}\nfind_files{kind:image,limit:0,path:~/Immagini,recursive:true} => list"},
		{"list the pdfs in Downloads", "no, I meant the photos in Immagini", "find_files{kind:image,path:~/Immagini,recursive:false}\nfind_files{kind:image,limit:0,path:~/Immagini,recursive:true} => list"},
		{"elenca i pdf di Downloads", "no, intendevo cancella le foto di Immagini", "unknown no"},
		{"cancella i pdf di Downloads", "no, intendevo le foto di Immagini", "unknown no"},
		{"elenca i pdf di Downloads", "e gli altri?", "find_files{exclude:[*.pdf],path:~/Downloads,recursive:false} => list"},
		{"list the pdfs in Downloads", "and the rest?", "find_files{exclude:[*.pdf],path:~/Downloads,recursive:false} => list"},
		{"list the pdfs in Downloads", "show me the others", "find_files{exclude:[*.pdf],path:~/Downloads,recursive:false} => list"},
		{"list the 2 largest files in Downloads", "show me the rest", "find_files{order:desc,order_by:size,path:~/Downloads,recursive:false}\nfind_files{limit:2,order:desc,order_by:size,path:~/Downloads,recursive:false}\nfilter_entries{from_step:1,on:path,others:${step2.entries},presence:absent} => list"},
		{"elenca le foto di Immagini", "e gli altri?", "unknown e gli altri?"},
		{"elenca i pdf di Downloads", "cancella gli altri", "unknown altri"},
		{"cancella i pdf di Downloads", "mostrami gli altri", "unknown altri"},
		{"quanti pdf ci sono in Downloads?", "elencali", "filter_entries{from_previous:t1} => list"},
		{"how many pdfs are in Downloads?", "list them", "filter_entries{from_previous:t1} => list"},
		{"quanti pdf ci sono in Downloads?", "quali?", "filter_entries{from_previous:t1} => list"},
		{"how many pdfs are in Downloads?", "which ones?", "filter_entries{from_previous:t1} => list"},
		{"quanti pdf ci sono in Downloads?", "e quanti docx?", "find_files{extensions:[docx],path:~/Downloads,recursive:false} => count"},
		{"how many pdfs are in Downloads?", "and how many docx?", "find_files{extensions:[docx],path:~/Downloads,recursive:false} => count"},
		{"qual è il file più grande di Downloads?", "e il più piccolo?", "find_files{limit:1,order:asc,order_by:size,path:~/Downloads,recursive:false}\nfind_files{limit:0,order:asc,order_by:size,path:~/Downloads,recursive:true} => list"},
		{"what is the largest file in Downloads?", "and the smallest?", "find_files{limit:1,order:asc,order_by:size,path:~/Downloads,recursive:false}\nfind_files{limit:0,order:asc,order_by:size,path:~/Downloads,recursive:true} => list"},
		{"elenca i file di Backup", "e quanti sono in tutto?", "compute_entries{aggregate:count,from_previous:t1} => count"},
		{"list the files in Backup", "and how many are there in all?", "compute_entries{aggregate:count,from_previous:t1} => count"},
		{"elenca i file di Backup", "copiali in Archivio", "create_files{destination:~/Archivio,from_previous:t1} => receipt"},
		{"list the files in Backup", "copy them to Archivio", "create_files{destination:~/Archivio,from_previous:t1} => receipt"},
		{"elenca i file di Backup", "comprimili in Archivio/b.zip", "compress_files{archive:~/Archivio/b.zip,from_previous:t1} => receipt"},
		{"list the files in Backup", "zip them into Archivio/b.zip", "compress_files{archive:~/Archivio/b.zip,from_previous:t1} => receipt"},
		{"in clienti.csv quali clienti sono di Roma?", "e quelli di Milano?", "read_files_csv{paths:[~/Documenti/clienti.csv]}\nfilter_entries{from_step:1,operation:eq,value:Milano} => list"},
		{"in clienti.csv which customers are from Roma?", "and those from Milano?", "read_files_csv{paths:[~/Documenti/clienti.csv]}\nfilter_entries{from_step:1,operation:eq,value:Milano} => list"},
		{"elenca gli ordini di ordini.csv con importo maggiore di 100", "e sopra 200?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\nfilter_entries{field:importo,from_step:1,operation:gt,value:200} => list"},
		{"list the orders in ordini.csv with importo above 100", "and above 200?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\nfilter_entries{field:importo,from_step:1,operation:gt,value:200} => list"},
		{"in ordini.csv somma importo per cliente", "e per stato?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\ngroup_entries{aggregate:sum,field:importo,from_step:1,group_by:stato}"},
		{"in ordini.csv sum importo by cliente", "and by stato?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\ngroup_entries{aggregate:sum,field:importo,from_step:1,group_by:stato}"},
		{"qual è l'importo massimo in ordini.csv?", "e il minimo?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\ncompute_entries{aggregate:min,field:importo,from_step:1} => scalar"},
		{"what is the maximum importo in ordini.csv?", "and the minimum?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\ncompute_entries{aggregate:min,field:importo,from_step:1} => scalar"},
		{"somma la colonna importo di ordini.csv", "e in clienti.csv?", "read_files_csv{paths:[~/Documenti/clienti.csv]}\ncompute_entries{aggregate:sum,field:importo,from_step:1} => scalar"},
		{"elenca gli ordini di ordini.csv con importo maggiore di 100", "qual è il totale degli importi?", "compute_entries{aggregate:sum,field:importi,from_previous:t1} => scalar"},
		{"elenca gli ordini di ordini.csv con importo maggiore di 100", "ordinali per importo", "sort_entries{from_previous:t1,order:asc,order_by:importo} => list"},
		{"trova i pdf", "solo quelli in Archivio", "filter_entries{field:path,from_previous:t1,operation:starts,value:~/Archivio/} => list"},
		{"find the pdfs", "only those in Archivio", "filter_entries{field:path,from_previous:t1,operation:starts,value:~/Archivio/} => list"},
		{"trova i pdf", "quanti sono in Archivio?", "find_files{extensions:[pdf],path:~/Archivio,recursive:true} => count"},
		{"find the pdfs", "how many are in Archivio?", "find_files{extensions:[pdf],path:~/Archivio,recursive:true} => count"},
		{"elenca i file di Backup", "quali contengono latte?", "find_files{from_previous:t1,text_query:latte} => list"},
		{"list the files in Backup", "which of them mention Smith?", "find_files{from_previous:t1,text_query:Smith} => list"},
		{"elenca i file di Backup", "solo quelli che parlano di latte", "find_files{from_previous:t1,text_query:latte} => list"},
		{"elenca i file di Backup", "quali file contengono latte?", "find_files{path:~,recursive:true,text_query:latte} => list"},
		{"quali pdf ci sono in Downloads?", "apri il secondo", "filter_entries{from_previous:t1,limit:1,offset:1}\nread_files_doc{from_step:1} => text"},
		{"which pdfs are in Downloads?", "open the second one", "filter_entries{from_previous:t1,limit:1,offset:1}\nread_files_doc{from_step:1} => text"},
		{"file modificati ieri", "e domani?", "unknown e domani?"},
		{"che ore sono?", "e a Tokyo?", "get_now{field:time,zone:Asia/Tokyo} => scalar"},
		{"what time is it?", "and in Tokyo?", "get_now{field:time,zone:Asia/Tokyo} => scalar"},
		{"elenca i file di Backup", "il più grande?", "sort_entries{from_previous:t1,limit:1,order:desc,order_by:size} => list"},
		{"list the files in Backup", "the largest?", "sort_entries{from_previous:t1,limit:1,order:desc,order_by:size} => list"},
		{"elenca i file di Backup", "quale pesa di più?", "sort_entries{from_previous:t1,limit:1,order:desc,order_by:size} => list"},
		{"elenca i file di Backup", "apri il primo", "filter_entries{from_previous:t1,limit:1,offset:0}\nread_files{from_step:1} => text"},
		{"list the files in Backup", "open the first one", "filter_entries{from_previous:t1,limit:1,offset:0}\nread_files{from_step:1} => text"},
		{"elenca i file di Backup", "copia i primi due in Archivio", "filter_entries{from_previous:t1,limit:2}\ncreate_files{destination:~/Archivio,from_step:1} => receipt"},
		{"list the files in Backup", "copy the first two to Archivio", "filter_entries{from_previous:t1,limit:2}\ncreate_files{destination:~/Archivio,from_step:1} => receipt"},
		{"in ordini.csv somma importo per cliente", "e per mese?", "read_files_csv{paths:[~/Documenti/ordini.csv]}\ngroup_entries{aggregate:sum,field:importo,from_step:1,group_by:mese}"},
		{"file modificati ieri", "e oggi?", "find_files{modified_after:2025-06-18T00:00:00+02:00,modified_before:2025-06-19T00:00:00+02:00,path:~,recursive:true} => list"},
		{"files changed yesterday", "what about today?", "find_files{modified_after:2025-06-18T00:00:00+02:00,modified_before:2025-06-19T00:00:00+02:00,path:~,recursive:true} => list"},
		{"trova i pdf", "e quelli di ieri?", "find_files{extensions:[pdf],modified_after:2025-06-17T00:00:00+02:00,modified_before:2025-06-18T00:00:00+02:00,path:~,recursive:true} => list"},
		{"find the pdfs", "and those from yesterday?", "find_files{extensions:[pdf],modified_after:2025-06-17T00:00:00+02:00,modified_before:2025-06-18T00:00:00+02:00,path:~,recursive:true} => list"},
		{"file modificati ieri", "solo i pdf", "find_files{extensions:[pdf],modified_after:2025-06-17T00:00:00+02:00,modified_before:2025-06-18T00:00:00+02:00,path:~,recursive:true} => list"},
		{"files changed yesterday", "only the pdf ones", "find_files{extensions:[pdf],modified_after:2025-06-17T00:00:00+02:00,modified_before:2025-06-18T00:00:00+02:00,path:~,recursive:true} => list"},
		{"trova i pdf", "e le foto?", "find_files{kind:image,path:~,recursive:true} => list"},
		{"find the pdfs", "what about the photos?", "find_files{kind:image,path:~,recursive:true} => list"},
		{"trova i pdf", "solo gli ordini", "unknown ordini"},
		{"trova le foto", "solo i pdf", "unknown solo i pdf"},
		{"find the photos", "only the pdfs", "unknown only the pdfs"},
		{"trova i pdf", "e cancella le foto?", "ask in_which_folder path\nfind_files{kind:image,recursive:false}\ndelete_files{from_step:1}"},
		{"che ore sono?", "spostali in Archivio", "unknown spostali"},
	} {
		req := said(t, k.first)
		d, err := c.Propose(context.Background(), req)
		if err != nil || !d.Accepted {
			t.Fatalf("%s: %v %s", k.first, err, sketch(d))
		}
		req.Text = k.then
		req.Previous = &plan.Previous{Turn: "t1", Ref: "t1", Framework: d.Framework, Tool: d.Framework.Steps[len(d.Framework.Steps)-1].Tool, Fields: fields, Count: 3}
		if strings.Contains(sketch(d), ".csv") {
			req.Previous.Fields = map[string]string{"*": "any"}
		}
		if req.Previous.Tool == "get_now" {
			req.Previous.Fields = map[string]string{"date": "text", "time": "text"}
		}
		if d, err = c.Propose(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		if got := sketch(d); got != k.want {
			t.Errorf("%s / %s\ngot  %s\nwant %s", k.first, k.then, got, k.want)
		}
	}
}
