package compose

import "testing"

// What is copied to two places is copied to both, each file goes where it was said to, and one thing is not moved to two.
func TestTwoDestinations(t *testing.T) {
	both := "create_files{destination:~/Archivio,paths:[~/Documenti/agenda.txt]}\ncreate_files{destination:~/Downloads,paths:[~/Documenti/agenda.txt]} => receipt"
	apart := "move_files{destination:~/Archivio,paths:[~/Documenti/agenda.txt]}\nmove_files{destination:~/Downloads,paths:[~/Ricette/gnocchi.txt]} => receipt"
	for _, row := range []struct{ it, en, want string }{
		{"copia Documenti/agenda.txt in Archivio e in Downloads", "copy Documenti/agenda.txt to Archivio and to Downloads", both},
		{"copia Documenti/agenda.txt in Archivio e Downloads", "copy Documenti/agenda.txt to both Archivio and Downloads", both},
		{"sposta Documenti/agenda.txt in Archivio e Ricette/gnocchi.txt in Downloads", "move Documenti/agenda.txt to Archivio and Ricette/gnocchi.txt to Downloads", apart},
		{"sposta Documenti/agenda.txt in Archivio e in Downloads", "", "unknown in Downloads"},
		{"", "move Documenti/agenda.txt to Archivio and to Downloads", "unknown to Downloads"},
		{"copia Documenti/agenda.txt sia in Archivio che in Downloads", "", "unknown in Downloads"},
	} {
		for _, text := range []string{row.it, row.en} {
			if text == "" {
				continue
			}
			if got := sketch(drawn(t, New(), anna(), text, nil)); got != row.want {
				t.Errorf("%s\n got %s\nwant %s", text, got, row.want)
			}
		}
	}
}
