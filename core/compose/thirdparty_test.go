package compose

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

var foreign = sync.OnceValues(readForeign)

// thirdParty is the manifests of executors this program has never heard of. The list is the caller's own.
func thirdParty(t testing.TB) []core.Executor {
	t.Helper()
	list, err := foreign()
	if err != nil || len(list) == 0 {
		t.Fatal("no manifests", err)
	}
	return slices.Clone(list)
}

func readForeign() (out []core.Executor, err error) {
	paths, err := filepath.Glob("testdata/catalog/*.toml")
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		m, err := manifest.Decode(p, data)
		if err != nil {
			return nil, err
		}
		out = append(out, core.Executor{Manifest: m})
	}
	return out, err
}

// ours are the executors of this program that do what the foreign ones do.
func ours(name string) bool {
	return slices.Contains([]string{"find_files_hash", "compress_files", "extract_files", "create_files", "get_processes", "describe_processes"}, name)
}

// TestForeignExecutorsAreComposed: an executor is usable from its manifest alone, and only while it is in the catalog.
func TestForeignExecutorsAreComposed(t *testing.T) {
	c := New()
	for _, k := range []struct{ it, en, want string }{
		{"quali processi usano più memoria?", "which processes are using the most memory?", "get_processes{}"},
		{"quali sono i 3 processi che usano più memoria?", "which 3 processes are using the most memory?", "get_processes{limit:3}"},
		{"comprimi i pdf di Downloads in Archivio/tutto.zip", "compress the pdfs in Downloads into Archivio/tutto.zip",
			"find_files{extensions:[pdf],path:~/Downloads,recursive:false}\ncompress_files{archive:~/Archivio/tutto.zip,from_step:1} => receipt"},
		{"comprimi manuale.pdf in copia.zip", "zip manuale.pdf into copia.zip", "compress_files{archive:~/copia.zip,paths:[~/Downloads/manuale.pdf]} => receipt"},
		{`cerca nella rubrica "Rossi"`, `search the address book for "Rossi"`, "find_contacts{query:Rossi}"},
		{"lancia un dado", "roll a die", "get_numbers{}"},
		{"per favore lancia un dado", "please roll a die", "get_numbers{}"},
		{"calcola l'impronta di manuale.pdf", "compute the checksum of manuale.pdf", "get_files_hash{path:~/Downloads/manuale.pdf}"},
		{"trova i duplicati in Downloads", "find the duplicates in Downloads", "find_files_similar{path:~/Downloads} => list"},
		{"quanti file doppi ci sono in Downloads?", "how many duplicate files are there in Downloads?", "find_files_similar{path:~/Downloads} => count"},
		{"sposta i file doppi di Downloads in Archivio", "move the duplicate files in Downloads to Archivio", "find_files_similar{path:~/Downloads}\nmove_files{destination:~/Archivio,from_step:1} => receipt"},
	} {
		for _, text := range []string{k.it, k.en} {
			req := said(t, text)
			req.Catalog = slices.DeleteFunc(req.Catalog, func(e core.Executor) bool { return ours(e.Manifest.Name) })
			d, err := c.Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if d.Accepted {
				t.Errorf("%s: accepted without the executor: %s", text, sketch(d))
			}
			req.Catalog = append(req.Catalog, thirdParty(t)...)
			if d, err = c.Propose(context.Background(), req); err != nil {
				t.Fatal(err)
			}
			if got := sketch(d); got != k.want {
				t.Errorf("%s\ngot  %s\nwant %s", text, got, k.want)
			}
		}
	}
}

// TestForeignExecutorsStealNothing: the sentences about files make the same plans beside them.
func TestForeignExecutorsStealNothing(t *testing.T) {
	c := New()
	for _, p := range pairs(t, "testdata/pairs.txt") {
		req := said(t, p.it)
		foreign := slices.DeleteFunc(thirdParty(t), func(e core.Executor) bool { return ours(e.Manifest.Name) })
		req.Catalog = append(foreign, req.Catalog...)
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got := sketch(d); got != p.want {
			t.Errorf("%s\ngot  %s\nwant %s", p.it, got, p.want)
		}
	}
}

// TestTheMoreSpecificExecutorWins: a qualifier that is said leads to the executor that has it, where the plain one
// would do too; what is changed is still found by the plain one, and one word too many leads nowhere.
func TestTheMoreSpecificExecutorWins(t *testing.T) {
	c := New()
	for _, k := range []struct{ text, want string }{
		{"trova i file vuoti in Downloads", "find_files_empty{path:~/Downloads} => list"},
		{"find the empty files in Downloads", "find_files_empty{path:~/Downloads} => list"},
		{"quanti file vuoti ci sono in Backup?", "find_files_empty{path:~/Backup} => count"},
		{"find the files in Downloads", "find_files{path:~/Downloads,recursive:true} => list"},
		{"delete the empty files in Downloads", "find_files{path:~/Downloads,recursive:false,size_max:0}\ndelete_files{from_step:1} => receipt"},
		{"find the empty red files in Downloads", "unknown red"},
		{"lancia un dado rosso", "limit capability_missing what=lancia un dado rosso"},
		{"non lanciare un dado", "limit capability_missing what=lanciare un dado"},
		{"roll a die if it rains", "unknown roll|die|rains"},
	} {
		req := said(t, k.text)
		req.Catalog = append(req.Catalog, thirdParty(t)...)
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got := sketch(d); got != k.want {
			t.Errorf("%s\ngot  %s\nwant %s", k.text, got, k.want)
		}
	}
}

// TestForeignExecutorsNeverAct: what must change nothing changes nothing beside them either.
func TestForeignExecutorsNeverAct(t *testing.T) {
	c := New()
	for _, text := range append(lines(t, "testdata/never.txt"), "delete the duplicate files in Downloads", "cancella i file doppi in Downloads", "elimina i duplicati") {
		req := said(t, text)
		req.Catalog = append(slices.DeleteFunc(req.Catalog, func(e core.Executor) bool { return ours(e.Manifest.Name) }), thirdParty(t)...)
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if d.Accepted && mutates(t, d.Framework) {
			t.Errorf("%s\nmade %s", text, sketch(d))
		}
	}
}

// TestOtherDomainsAreComposed: appointments, mail, issues, places, plants: whatever a catalog brings is asked for in its own
// words, with one name besides, and is missing as soon as the catalog lacks it.
func TestOtherDomainsAreComposed(t *testing.T) {
	c := New()
	for _, k := range []struct{ it, en, want string }{
		{"quali appuntamenti ho?", "which appointments do I have?", "find_events{} => list"},
		{"per favore, quali appuntamenti ho?", "please, which appointments do I have?", "find_events{} => list"},
		{"cerca negli appuntamenti dentista", "search the appointments for dentista", "find_events{query:dentista}"},
		{`cerca nella posta "bolletta"`, `search the mail for "bolletta"`, "find_messages{query:bolletta}"},
		{"quali segnalazioni sono aperte?", "which issues are open?", "find_issues{}"},
		{"mi cerchi nelle segnalazioni Kraken?", "search the issues for Kraken", "find_issues{query:Kraken}"},
		{"ristoranti vicini", "nearby restaurants", "find_places{}"},
		{"che pianta è manuale.pdf?", "which plant is manuale.pdf?", "describe_images{path:~/Downloads/manuale.pdf}"},
	} {
		for _, text := range []string{k.it, k.en} {
			req := said(t, text)
			if d, err := c.Propose(context.Background(), req); err != nil || d.Accepted {
				t.Errorf("%s: without the executor %s, %v", text, sketch(d), err)
			}
			req.Catalog = append(req.Catalog, thirdParty(t)...)
			d, err := c.Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if got := sketch(d); got != k.want {
				t.Errorf("%s\ngot  %s\nwant %s", text, got, k.want)
			}
		}
	}
	for _, text := range []string{
		"quali appuntamenti rossi ho domani sera?", "cancella gli appuntamenti", "cerca negli appuntamenti e cancellali", "delete the open issues",
		"which issues are open and which are not?", "non cercare nella posta bolletta", "ristoranti vicini se piove", "che pianta è quella in giardino?",
	} {
		req := said(t, text)
		req.Catalog = append(req.Catalog, thirdParty(t)...)
		if d, err := c.Propose(context.Background(), req); err != nil || d.Accepted {
			t.Errorf("%s\nmade %s, %v", text, sketch(d), err)
		}
	}
}

// TestNoExecutorIsNamed: the composer knows executors by their manifests alone.
func TestNoExecutorIsNamed(t *testing.T) {
	var names []string
	for _, e := range realCatalog(t) {
		names = append(names, e.Manifest.Name)
	}
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".grammar" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			for _, name := range names {
				if strings.Contains(code, name) {
					t.Errorf("%s names %s: %s", path, name, line)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
