package i18n

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
)

//go:embed prompts
var promptFiles embed.FS

// NewPrompts returns the prompts built into the program.
func NewPrompts() (*Prompts, error) { return LoadPrompts(promptFiles) }

// Prompts holds what models are told, in every language. It is immutable and safe for concurrent use.
type Prompts struct {
	texts map[string]map[string]Prompt // language -> name -> prompt
}

// Prompt is one text for a model in one language.
type Prompt struct {
	Name         string
	File         string   // prompts/<name>.<lang>.md
	Placeholders []string // sorted
	Text         string
}

var promptShape = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// LoadPrompts reads prompts/*.md below root. The error lists every fault: names, empty texts, malformed placeholders,
// prompts of one language, and placeholders that differ between the languages.
func LoadPrompts(root fs.FS) (*Prompts, error) {
	files, err := fs.Glob(root, "prompts/*.md")
	if err != nil {
		return nil, err
	}
	texts := byLanguage[Prompt]()
	var faults []error
	for _, file := range files {
		p, err := readPrompt(root, file)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
			continue
		}
		texts[areaLanguage(file)][p.Name] = p
	}
	faults = append(faults, comparePrompts(texts)...)
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return &Prompts{texts}, nil
}

func readPrompt(root fs.FS, file string) (Prompt, error) {
	lang := areaLanguage(file)
	name := strings.TrimSuffix(path.Base(file), "."+lang+".md")
	if !slices.Contains(languages[:], lang) || !promptShape.MatchString(name) {
		return Prompt{}, errors.New("the name must be lower_snake_case and end in .it.md or .en.md")
	}
	data, err := fs.ReadFile(root, file)
	if err != nil {
		return Prompt{}, err
	}
	p := Prompt{Name: name, File: file, Text: strings.TrimSpace(string(data))}
	if p.Text == "" {
		return p, errors.New("the prompt is empty")
	}
	p.Placeholders, err = placeholders(p.Text)
	return p, err
}

// comparePrompts finds prompts of one language and placeholders that differ.
func comparePrompts(texts map[string]map[string]Prompt) (faults []error) {
	for i, lang := range languages {
		other := languages[1-i]
		for _, name := range sortedKeys(texts[lang]) {
			p := texts[lang][name]
			twin, ok := texts[other][name]
			switch {
			case !ok:
				faults = append(faults, fmt.Errorf("%s: there is no prompts/%s.%s.md", p.File, name, other))
			case i == 0 && !slices.Equal(p.Placeholders, twin.Placeholders):
				faults = append(faults, fmt.Errorf("%s fills %v, and %s fills %v", p.File, p.Placeholders, twin.File, twin.Placeholders))
			}
		}
	}
	return faults
}

// Names returns every prompt of a language by name. The caller must not change it.
func (p *Prompts) Names(lang string) map[string]Prompt { return p.texts[lang] }

// Prompt returns the prompt name in the language of a tag ("it", "it-IT", "en"), filled with params. A prompt that is
// not there, a language it is not in and a placeholder without its parameter are each an error: a model is never told
// something in a language nobody chose. Values are put in as they are, and never read as templates.
func (p *Prompts) Prompt(name, lang string, params Params) (string, error) {
	short, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(lang, "_", "-")), "-")
	found, ok := p.texts[short][name]
	if !ok {
		return "", sdk.Errorf(sdk.ContractViolation, "prompt_missing", "no prompt %q in %q", name, lang).With("name", name).With("lang", lang)
	}
	for _, needed := range found.Placeholders {
		if _, given := params[needed]; !given {
			return "", sdk.Errorf(sdk.ContractViolation, "prompt_unfilled", "the prompt %q lacks %s", name, needed).With("name", name).With("what", needed)
		}
	}
	return placeholder.ReplaceAllStringFunc(found.Text, func(mark string) string {
		return params[placeholder.FindStringSubmatch(mark)[1]]
	}), nil
}
