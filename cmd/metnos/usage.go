package main

import (
	"io"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/metnos/metnos/core/i18n"
)

// mistakes are the ways kong describes a wrong command line, each with the sentence that says it.
var mistakes = []struct {
	shape *regexp.Regexp
	key   string
	names []string // of the shape's groups, in order
}{
	{regexp.MustCompile(`^unexpected argument (\S+)`), "usage_unexpected", []string{"word"}},
	{regexp.MustCompile(`^unknown flag (\S+)`), "usage_flag", []string{"word"}},
	{regexp.MustCompile(`^expected one of (.+)`), "usage_choose", []string{"choices"}},
	{regexp.MustCompile(`^expected "<?([^">]+)>?`), "usage_missing", []string{"what"}},
	{regexp.MustCompile(`^(--\S+) must be one of (.+) but got (.+)$`), "usage_value", []string{"flag", "choices", "word"}},
	{regexp.MustCompile(`^(--\S+): (?:expected|missing)`), "usage_flag_value", []string{"flag"}},
}

// mistake is what is wrong with a command line, in the person's language.
func (a *App) mistake(err error) string {
	for _, m := range mistakes {
		found := m.shape.FindStringSubmatch(err.Error())
		if found == nil {
			continue
		}
		params := i18n.Params{}
		for i, name := range m.names {
			params[name] = strings.ReplaceAll(found[i+1], `"",`, "")
		}
		return a.say(m.key, params)
	}
	return a.say("usage_wrong", i18n.Params{"detail": err.Error()})
}

// headings writes kong's help in the person's language: its texts come from the catalogue, its headings
// from here.
type headings struct {
	io.Writer
	replace *strings.Replacer
}

func (h headings) Write(p []byte) (int, error) {
	_, err := io.WriteString(h.Writer, h.replace.Replace(string(p)))
	return len(p), err
}

func helpIn(lang string, messages *i18n.Catalog, out io.Writer) io.Writer {
	say := func(key string) string { return messages.Say(lang, key, nil) }
	return headings{out, strings.NewReplacer(
		"Usage: ", say("help_usage")+" ", "Arguments:\n", say("help_arguments")+"\n", "Flags:\n", say("help_flags")+"\n",
		"Commands:\n", say("help_commands")+"\n", "Show context-sensitive help.", say("flag_help"),
		` --help" for more information on a command.`, ` --help" `+say("help_more"), `Run "metnos`, say("help_run")+` "metnos`,
		`--lang=""`, `--lang  `,
	)}
}

type helpCmd struct{}

// Run shows the help of the whole program, which ends it.
func (helpCmd) Run(parser *kong.Kong) error {
	_, err := parser.Parse([]string{"--help"})
	return err
}
