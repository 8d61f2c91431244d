package when

import (
	"errors"
	"strings"
	"testing"
)

// TestSearch: a recurrence is found wherever it stands in a sentence, with its time beside it or apart; the rest is
// what to do.
func TestSearch(t *testing.T) {
	c := clock(t)
	for _, row := range []struct{ text, means, rest string }{
		{"ogni lunedi alle 8 cerca le mail non lette dell' account lavoro", "ogni lunedì alle 8", "cerca le mail non lette dell' account lavoro"},
		{"cerca le mail non lette ogni lunedi alle 8 e mandami un riepilogo", "ogni lunedì alle 8", "cerca le mail non lette e mandami un riepilogo"},
		{"ogni lunedi mandami la posta alle 8", "ogni lunedì alle 8", "mandami la posta"},
		{"alle 18 ricordami il report ogni sera", "ogni giorno alle 18", "ricordami il report"},
		{"ogni sera alle 8 ricordami il report", "ogni giorno alle 20", "ricordami il report"},
		{"every friday at 5 pm count the files in downloads", "ogni venerdì alle 17", "count the files in downloads"},
		{"count the files in downloads every friday at 17", "ogni venerdì alle 17", "count the files in downloads"},
		{"every other friday send me the report at 5 pm", "ogni 2 settimane il venerdì alle 17, a partire dal 20 giugno 2025", "send me the report"},
		{"ogni giorno alle 9 per 5 volte fai il backup", "ogni giorno alle 9, a partire dal 19 giugno 2025, per 5 volte", "fai il backup"},
		{"fai il backup della cartella lavoro nei giorni feriali alle 7:30 fino a natale", "nei giorni feriali alle 7:30 fino al 25 dicembre 2025", "fai il backup della cartella lavoro"},
		{"fai il backup", "", "fai il backup"},
		{"elenca ogni file", "", "elenca ogni file"},
	} {
		words := strings.Fields(row.text)
		found, err := Search(words, c)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
		}
		var rest []string
		for i, w := range words {
			if !taken(found, i) {
				rest = append(rest, w)
			}
		}
		means := ""
		if len(found.Taken) > 0 {
			means = found.Repeat.Text("it", c.Zone)
		}
		if means != row.means || strings.Join(rest, " ") != row.rest {
			t.Errorf("%s\n  means %q, left %q\n   want %q, left %q", row.text, means, strings.Join(rest, " "), row.means, row.rest)
		}
	}
}

func taken(f Found, i int) bool {
	for _, span := range f.Taken {
		if i >= span[0] && i < span[1] {
			return true
		}
	}
	return false
}

// TestSearchAsks: what is missing, has two meanings or cannot be is said, with the words that say it.
func TestSearchAsks(t *testing.T) {
	c := clock(t)
	found, err := Search(strings.Fields("manda il report ogni lunedi"), c)
	var part *Incomplete
	if !errors.As(err, &part) || part.Missing != "time" || len(found.Taken) != 1 || found.Taken[0] != [2]int{3, 5} {
		t.Errorf("no time: %+v, %v", found, err)
	}
	found, err = Search(strings.Fields("ogni lunedi manda il report alle 5"), c)
	var many *Ambiguous
	if !errors.As(err, &many) || len(many.Readings) != 2 || len(found.Taken) != 2 {
		t.Errorf("two hours: %+v, %v", found, err)
	}
	if _, err = Search(strings.Fields("every february 30 at 9 send the report"), c); err == nil {
		t.Error("30 February comes every year")
	}
}
