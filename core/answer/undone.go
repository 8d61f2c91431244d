package answer

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Undone says what an undo put back, what it left alone and why. before tells that there was nothing left
// to undo; cannot names executors whose effect has no inverse.
func (w Writer) Undone(lang, home string, before bool, restored []map[string]any, failed []sdk.Failure, changed, cannot []string) string {
	p := page{Sayer: w.Say, Account: Account{Lang: lang, Home: home}}
	if before {
		return p.say("undo_before")
	}
	lines := []string{p.say("undo_none")}
	if len(restored) > 0 {
		lines[0] = p.say("undo_done", "Count", strconv.Itoa(len(restored)))
	}
	for i, item := range restored {
		if i == maxBullets && len(restored) > maxBullets+1 {
			lines = append(lines, p.more(len(restored)-i))
			break
		}
		if name := p.title(item); name != "" {
			lines = append(lines, "- "+name)
		}
	}
	for _, path := range changed {
		lines = append(lines, "- "+p.say("undo_changed", "path", p.rel(path)))
	}
	for _, tool := range cannot {
		lines = append(lines, "- "+p.say("undo_cannot", "tool", tool))
	}
	if len(failed) > 0 {
		lines = append(lines, p.failures(failed))
	}
	return strings.Join(lines, "\n")
}

// Unknown names the words no plan explains, and what could be asked instead.
func (w Writer) Unknown(lang string, words []string, active []core.Executor) string {
	p := page{Sayer: w.Say, Account: Account{Lang: lang}}
	can := abilities(lang, active)
	if can == "" {
		return p.say("no_executors")
	}
	if len(words) == 0 {
		return p.say("not_understood", "can", can)
	}
	return p.say("words_unknown", "words", "«"+strings.Join(words, "», «")+"»", "can", can)
}

// Help answers somebody who asks what could be asked, with the sentence key.
func (w Writer) Help(lang, key string, active []core.Executor) string {
	p := page{Sayer: w.Say, Account: Account{Lang: lang}}
	if can := abilities(lang, active); can != "" {
		return p.say(key, "can", can)
	}
	return p.say("no_executors")
}

// abilities is how a person may call for what the active executors do, a few of them.
func abilities(lang string, active []core.Executor) string {
	var can []string
	for _, ex := range active {
		if phrases := ex.Manifest.Affinity[lang]; len(phrases) > 0 && object(ex.Manifest) != "entries" && len(can) < 6 {
			can = append(can, "«"+phrases[0]+"»")
		}
	}
	return strings.Join(can, ", ")
}

// LeftOut names an executor that would be there but is refused, with the file to blame and the reason.
func (w Writer) LeftOut(lang, name, file string, reason error) string {
	return page{Sayer: w.Say, Account: Account{Lang: lang}}.say("left_out", "name", name, "file", file, "reason", w.Say.Sentence(lang, reason))
}
