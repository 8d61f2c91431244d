package i18n

import (
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"github.com/metnos/metnos/core/glyph"
)

// Params fill a sentence's placeholders: the same shape as sdk.Error.Params and core.Verdict.Params.
type Params = map[string]string

// Count is the parameter that chooses the plural form. Its value is a decimal number.
const Count = "Count"

// Languages are the languages every sentence exists in.
var languages = [...]string{"it", "en"}

// Languages returns the languages every sentence exists in, the fallback last.
func Languages() []string { return languages[:] }

// Catalog holds every sentence in every language. It is immutable and safe for concurrent use.
type Catalog struct {
	messages  map[string]map[string]Message // language -> key -> message
	localizer map[string]*goi18n.Localizer
}

// Has reports whether key names a sentence.
func (c *Catalog) Has(key string) bool {
	_, ok := c.messages["en"][key]
	return ok
}

// Keys returns every message of lang by key. The caller must not change it.
func (c *Catalog) Keys(lang string) map[string]Message { return c.messages[Language(lang)] }

// Language returns the catalogue language that serves a person's language tag: "it" for Italian in any
// form ("it-IT", "IT"), else "en".
func Language(tag string) string {
	tag = strings.ToLower(tag)
	if tag == "it" || strings.HasPrefix(tag, "it-") || strings.HasPrefix(tag, "it_") {
		return "it"
	}
	return "en"
}

// Say returns the sentence key in lang, filled with params. A parameter the sentence needs and params
// lacks is shown as "…"; a key no catalogue holds is shown as "‹key›", which the build check makes
// unreachable for keys written in the program. A value is shown, never obeyed: see [glyph.Line]. Only one
// that the sentence puts on lines of its own keeps its line breaks.
func (c *Catalog) Say(lang, key string, params Params) string {
	lang = c.tongue(lang, key)
	m, ok := c.messages[lang][key]
	if !ok {
		return "‹" + key + "›"
	}
	if len(m.Placeholders) == 0 && m.Plain != "" {
		return m.Plain
	}
	data := make(Params, len(m.Placeholders)+1)
	for _, name := range m.Placeholders {
		value, given := params[name]
		if !given {
			value = "…"
		}
		if m.Blocks[name] {
			data[name] = glyph.Block(value)
		} else {
			data[name] = glyph.Line(value)
		}
	}
	config := &goi18n.LocalizeConfig{MessageID: key, TemplateData: data}
	if n, given := params[Count]; given && m.Plain == "" {
		config.PluralCount = n
	}
	said, err := c.localizer[lang].Localize(config)
	if said == "" && err != nil && config.PluralCount != nil { // a Count that is no number
		config.PluralCount = nil
		said, _ = c.localizer[lang].Localize(config)
	}
	return said
}

// complete reports whether params fill every placeholder of key.
func (c *Catalog) complete(lang, key string, params Params) bool {
	for _, name := range c.messages[Language(lang)][key].Placeholders {
		if _, ok := params[name]; !ok {
			return false
		}
	}
	return true
}

func localizers(messages map[string]map[string]Message) (map[string]*goi18n.Localizer, error) {
	out := make(map[string]*goi18n.Localizer, len(languages)+1)
	for _, lang := range languages {
		l, err := localizerOf(lang, messages[lang])
		if err != nil {
			return nil, err
		}
		out[lang] = l
	}
	return out, nil
}

func localizerOf(lang string, messages map[string]Message) (*goi18n.Localizer, error) {
	bundle := goi18n.NewBundle(language.Make(lang))
	for _, m := range messages {
		if err := bundle.AddMessages(language.Make(lang), m.template()); err != nil {
			return nil, err
		}
	}
	return goi18n.NewLocalizer(bundle, lang), nil
}
