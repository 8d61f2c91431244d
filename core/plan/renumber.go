package plan

import "github.com/metnos/metnos/core/plan/ref"

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
			args[name] = ref.Renumber(value, at)
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
	out.FinalMessage = ref.Renumber(f.FinalMessage, at).(string)
	return out
}

// References reports whether a value holds a placeholder, readable or not.
func References(value any) bool {
	refs, faults := ref.In(value)
	return len(refs)+len(faults) > 0
}

// Number reads a whole number of an argument: JSON numbers arrive as float64, Go literals as int.
func Number(value any) (int, bool) { return number(value) }
