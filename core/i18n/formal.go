package i18n

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
)

// courteous is where the Italian sentences in a formal tone are kept. English has one tone.
const courteous = "it" + core.Formal

// formally reads the sentences that say "lei" where the others say "tu". A key that is not there is said as it is.
func formally(root fs.FS, italian map[string]Message) (map[string]Message, []error) {
	out := map[string]Message{}
	data, err := fs.ReadFile(root, "formal/it.toml")
	if err != nil {
		return out, nil // a catalogue without them has one tone
	}
	faults := read("formal/it.toml", data, out)
	for _, key := range sortedKeys(out) {
		m, twin := out[key], italian[key]
		if !slices.Equal(m.Placeholders, twin.Placeholders) {
			faults = append(faults, fmt.Errorf("%s:%d: %s fills %v, and the other tone fills %v", m.File, m.Line, key, m.Placeholders, twin.Placeholders))
		}
	}
	return out, faults
}

// tongue is the language a sentence is said in for a person's tag: the formal Italian where it was asked for and has it.
func (c *Catalog) tongue(tag, key string) string {
	lang := Language(tag)
	if lang+core.Formal == courteous && strings.HasSuffix(tag, core.Formal) {
		if _, ok := c.messages[courteous][key]; ok {
			return courteous
		}
	}
	return lang
}
