package compose

import (
	"context"
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
		{"elenca i file di Backup", "salva l'elenco in Documenti/elenco.txt", "write_files{from_previous:t1,paths:[~/Documenti/elenco.txt],template:- {name}} => receipt"},
		{"quanti pdf ci sono in Downloads?", "e i docx?", "find_files{extensions:[docx],path:~/Downloads,recursive:false} => count"},
		{"how many pdfs are in Downloads?", "and the docx files?", "find_files{extensions:[docx],path:~/Downloads,recursive:false} => count"},
		{"quanti pdf ci sono in Downloads?", "e in Backup?", "find_files{extensions:[pdf],path:~/Backup,recursive:false} => count"},
		{"how many pdfs are in Downloads?", "and in Backup?", "find_files{extensions:[pdf],path:~/Backup,recursive:false} => count"},
		{"quante righe di server.log contengono ERROR?", "e WARN?", "read_files{paths:[~/Progetti/orto/server.log],unit:line}\nfilter_entries{field:text,from_step:1,operation:contains,value:WARN} => count"},
		{"how many lines of server.log contain ERROR?", "and WARN?", "read_files{paths:[~/Progetti/orto/server.log],unit:line}\nfilter_entries{field:text,from_step:1,operation:contains,value:WARN} => count"},
		{"cancella i pdf di Downloads", "e i docx?", "unknown e i docx?"},
		{"che ore sono?", "spostali in Archivio", "unknown spostali"},
	} {
		req := said(t, k.first)
		d, err := c.Propose(context.Background(), req)
		if err != nil || !d.Accepted {
			t.Fatalf("%s: %v %s", k.first, err, sketch(d))
		}
		req.Text = k.then
		req.Previous = &plan.Previous{Turn: "t1", Ref: "t1", Framework: d.Framework, Tool: d.Framework.Steps[len(d.Framework.Steps)-1].Tool, Fields: fields, Count: 3}
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
