package vocab

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The vocabulary as it was agreed: whoever adds a word adds it here too.
const (
	actions = `read write move delete create find list filter sort group classify get set send describe render extract compress
		compute compare change order share open login act install`
	objects = `files dirs packages messages events contacts places processes urls numbers images signatures texts proposals persons
		tasks inputs approval credentials issues pulls calendars entries lists skills sites preferences`
	formats        = `csv xlsx ocr zip pdf xml html json text gz tar video audio image hash spreadsheet doc size format`
	relations      = `loc similar empty lines paragraphs sentences pages segments indices history thread labels web`
	administrative = `blacklist whitelist graylist forbidden seed sanity command reversibility diff promotion candidates`
	providers      = `github google_workspace google_photos`
	producers      = `read find list get`
	processors     = `describe classify filter sort group compute compare`
)

// follow is which objects a qualifier follows; the others follow any.
var follow = map[string]string{
	"github": "issues pulls messages tasks files dirs", "google_workspace": "messages events calendars files dirs contacts persons", "google_photos": "images",
	"candidates": "signatures proposals", "lines": "texts messages", "paragraphs": "texts messages", "sentences": "texts messages", "pages": "texts files",
	"segments": "texts messages files", "indices": "images messages texts persons", "history": "tasks", "thread": "messages", "labels": "messages issues pulls",
	"loc": "files", "xlsx": "files", "zip": "files", "gz": "files", "tar": "files", "video": "files", "audio": "files", "image": "files", "spreadsheet": "files", "doc": "files",
	"csv": "files messages", "xml": "files messages", "json": "files messages", "text": "files messages",
	"pdf": "files messages urls", "html": "files messages urls", "ocr": "files images", "hash": "files signatures",
}

func TestClosedVocabulary(t *testing.T) {
	v := Closed()
	same := func(what string, got []string, want string) {
		t.Helper()
		g, w := slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(strings.Fields(want)))
		if d := cmp.Diff(w, g); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
	var verbs []string
	byRole := map[Role][]string{}
	for verb, role := range v.Actions {
		verbs = append(verbs, verb)
		byRole[role] = append(byRole[role], verb)
	}
	same("verbs", verbs, actions)
	same("producers", byRole[Producer], producers)
	same("processors", byRole[Processor], processors)
	same("objects", v.Objects.Names, objects)
	for family, want := range map[string]string{"format": formats, "relation": relations, "administrative": administrative, "provider": providers} {
		same(family, v.Qualifiers[family], want)
	}
	if len(v.Qualifiers) != 4 {
		t.Errorf("%d families of qualifiers", len(v.Qualifiers))
	}
	for _, q := range strings.Fields(formats + " " + relations + " " + administrative + " " + providers) {
		want := follow[q]
		if v.Family(q) == "administrative" && want == "" {
			want = "signatures"
		}
		same(q+" follows", v.Compat[q], want)
	}
}

// What the tables say holds in whole names.
func TestCompatibilityHoldsInNames(t *testing.T) {
	for _, name := range strings.Fields(`find_entries delete_entries write_entries extract_entries compare_entries undo_last_turn consult_frontier start_lre get_now
		get_location admin read_tasks_history set_signatures create_images_indices filter_texts_lines find_files_similar find_urls_web`) {
		if _, err := CheckName(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range strings.Fields(`read_entries get_entries find_entries_csv sort_lists find_lists read_messages_history read_files_ocr_text find_images_google_workspace`) {
		if _, err := CheckName(name); err == nil {
			t.Errorf("%s is a name", name)
		}
	}
}
