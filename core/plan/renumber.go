package plan

import (
	"strconv"
	"strings"
)

// Clone returns a copy that shares nothing that can be changed.
func (f Framework) Clone() Framework {
	return f.Renumber(func(n int) int { return n })
}

// Renumber returns a copy whose every reference to step n, in from_step, in placeholders, in the answers and in the
// closing sentence, reads step at(n). The steps stay where they are.
func (f Framework) Renumber(at func(n int) int) Framework {
	out := f
	if f.Steps != nil {
		out.Steps = make([]Step, len(f.Steps))
	}
	for i, step := range f.Steps {
		out.Steps[i] = step
		if step.Args == nil {
			continue
		}
		args := make(map[string]any, len(step.Args))
		for name, value := range step.Args {
			if n, ok := number(value); ok && name == FromStep {
				if m := at(n); m != n {
					value = m
				}
			}
			args[name] = renumbered(value, at)
		}
		out.Steps[i].Args = args
	}
	if f.Fillers != nil {
		out.Fillers = make(map[string]Filler, len(f.Fillers))
		for name, filler := range f.Fillers {
			out.Fillers[name] = filler
		}
	}
	if f.Answers != nil {
		out.Answers = make([]Answer, len(f.Answers))
	}
	for i, a := range f.Answers {
		out.Answers[i] = Answer{Step: at(a.Step), Shape: a.Shape}
	}
	out.FinalMessage = renumberedText(f.FinalMessage, at)
	return out
}

func renumbered(v any, at func(int) int) any {
	switch v := v.(type) {
	case string:
		return renumberedText(v, at)
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = renumbered(item, at)
		}
		return out
	case []string:
		out := make([]string, len(v))
		for i, item := range v {
			out[i] = renumberedText(item, at)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = renumbered(item, at)
		}
		return out
	}
	return v
}

// renumberedText copies a text byte by byte but for the numbers of its step placeholders.
func renumberedText(s string, at func(int) int) string {
	var b strings.Builder
	for s != "" {
		end := strings.IndexByte(s, '}')
		switch {
		case strings.HasPrefix(s, "$${"):
			b.WriteString("$${")
			s = s[3:]
		case strings.HasPrefix(s, "${") && end > 0:
			head, rest, dotted := strings.Cut(s[2:end], ".")
			if m := stepName.FindStringSubmatch(head); m != nil {
				n, _ := strconv.Atoi(m[1])
				head = "step" + strconv.Itoa(at(n))
			}
			if dotted {
				head += "."
			}
			b.WriteString("${" + head + rest + "}")
			s = s[end+1:]
		default:
			b.WriteByte(s[0])
			s = s[1:]
		}
	}
	return b.String()
}

// References reports whether a value holds a placeholder, readable or not.
func References(value any) bool {
	refs, faults := refsIn(value)
	return len(refs)+len(faults) > 0
}

// Number reads a whole number of an argument: JSON numbers arrive as float64, Go literals as int.
func Number(value any) (int, bool) { return number(value) }
