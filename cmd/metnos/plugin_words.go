package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/metnos/metnos/core/admit"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/vocab"
)

type pluginWordsCmd struct{}

// Run lists the words names are made of, and which go together.
func (pluginWordsCmd) Run(app *App) error {
	words := admit.Vocabulary()
	if app.JSON {
		return json.NewEncoder(app.Out).Encode(words)
	}
	rows := func(title string, fill func(w io.Writer)) error {
		fmt.Fprintln(app.Out, title)
		w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
		fill(w)
		return w.Flush()
	}
	err := rows(app.say("plugin_words_verbs", nil), func(w io.Writer) {
		for _, r := range []struct {
			role vocab.Role
			text string
		}{
			{vocab.Producer, app.say("plugin_words_producer", nil)}, {vocab.Processor, app.say("plugin_words_processor", nil)},
			{vocab.Mutator, app.say("plugin_words_mutator", nil)}, {vocab.Outbound, app.say("plugin_words_outbound", nil)},
		} {
			fmt.Fprintf(w, "  %s\t%s\n", r.text, strings.Join(words.Verbs[r.role], ", "))
		}
	})
	if err != nil {
		return err
	}
	err = rows(app.say("plugin_words_objects", nil), func(w io.Writer) {
		fmt.Fprintf(w, "  %s\t%s\n", app.say("plugin_words_every", nil), strings.Join(words.Qualifiers, ", "))
		for _, o := range words.Objects {
			line := strings.Join(o.Qualifiers, ", ")
			if len(o.Verbs) > 0 {
				line = strings.TrimSpace(line + " (" + app.say("plugin_words_only", i18n.Params{"verbs": strings.Join(o.Verbs, ", ")}) + ")")
			}
			fmt.Fprintf(w, "  %s\t%s\n", o.Name, line)
		}
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(app.Out, app.say("plugin_words_name", nil))
	return err
}
