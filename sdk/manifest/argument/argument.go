package argument

// Args is the argument schema: a JSON Schema object plus routing semantics.
type Args struct {
	Required      []string            `toml:"required"`
	RequiresOneOf [][]string          `toml:"requires_one_of"`
	Properties    map[string]Property `toml:"properties"`
}

// Property is one argument. Semantic tells what the text means (path, paths, name, glob, extension, kind,
// size, quantity, time_window, order, field, text, recipient, url, ...), so that the composer and the
// policy need no executor names.
type Property struct {
	Type        string              `toml:"type"`
	Semantic    string              `toml:"semantic"`
	Description Text                `toml:"description"`
	Default     any                 `toml:"default"`
	Enum        []any               `toml:"enum"`
	Items       *Property           `toml:"items"`
	Properties  map[string]Property `toml:"properties"`
	Required    []string            `toml:"required"`
	Minimum     *float64            `toml:"minimum"`
	Maximum     *float64            `toml:"maximum"`
	MinLength   *int                `toml:"min_length"`
	MaxLength   *int                `toml:"max_length"`
	MinItems    *int                `toml:"min_items"`
	MaxItems    *int                `toml:"max_items"`
	UniqueItems bool                `toml:"unique_items"`
	Pattern     string              `toml:"pattern"`
	Format      string              `toml:"format"`
	// FromEntries names the field of an earlier step's items that fills this argument when the step is
	// given from_step ("path" collects every item's path).
	FromEntries string `toml:"from_entries"`
}

// Text is a sentence in each language.
type Text struct {
	It string `toml:"it"`
	En string `toml:"en"`
}

// In returns the text in lang, or in the other language when lang has none.
func (t Text) In(lang string) string {
	if (lang == "it" && t.It != "") || t.En == "" {
		return t.It
	}
	return t.En
}
