package main

import (
	"context"
	"math/big"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/machine/reckon"
	"github.com/metnos/metnos/plugins/executors/machine/unit"
	"github.com/metnos/metnos/sdk"
)

// calculator is compute_numbers.
type calculator struct{}

func (calculator) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("expression")
	expression, from, to := args.Text("expression", ""), args.Text("unit", ""), args.Text("to", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if err := entry.Stopped(ctx); err != nil {
		return sdk.Result{}, err
	}
	v, err := reckon.Value(expression, call.Lang == "it")
	if err != nil {
		return sdk.Result{}, err
	}
	var value any = number(v)
	if from != "" || to != "" {
		if to == "" {
			u, ok := unit.Find(from)
			other, paired := u.Other(call.Units == "imperial")
			if ok && !paired {
				return asking(call), nil
			}
			to = other.Symbol
		}
		if value, err = converted(v, from, to, call.Lang); err != nil {
			return sdk.Result{}, err
		}
	}
	return sdk.Result{OK: true, Value: value, Effects: sdk.Counters{Items: 1, Countable: true}}, nil
}

// asking asks for the unit where none is the obvious one.
func asking(call sdk.Call) sdk.Result {
	prompt := "In quale unità lo converto?"
	if call.Lang == "en" {
		prompt = "Which unit shall I convert it to?"
	}
	return sdk.Result{OK: true, NeedsInputs: &sdk.NeedsInputs{Title: prompt, Dialog: []sdk.Question{{Name: "to", Kind: "text", Prompt: prompt}}}}
}

// number is a value as a number where one can hold it, else all its digits.
func number(v *big.Rat) any {
	if v.IsInt() && v.Num().BitLen() > 53 {
		return v.Num().String()
	}
	f, _ := v.Float64()
	if short, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64); err == nil {
		return short
	}
	return f
}

// converted says a quantity in both units.
func converted(v *big.Rat, from, to, lang string) (string, error) {
	a, ok := unit.Find(from)
	b, other := unit.Find(to)
	if !ok || !other {
		name := from
		if ok {
			name = to
		}
		return "", sdk.Errorf(sdk.WrongArgs, "unit_unknown", "%q is no unit", name).With("unit", entry.Shown(name))
	}
	if a.Kind != b.Kind {
		return "", sdk.Errorf(sdk.WrongArgs, "units_differ", "%s and %s measure different things", a.Symbol, b.Symbol).With("from", a.Symbol).With("to", b.Symbol)
	}
	return figures(v, lang) + " " + a.Symbol + " = " + figures(unit.Convert(v, a, b), lang) + " " + b.Symbol, nil
}

// figures writes a number with six significant digits, or all those of its whole part.
func figures(v *big.Rat, lang string) string {
	f, _ := v.Float64()
	s := strconv.FormatFloat(f, 'g', 6, 64)
	if strings.Contains(s, "e") || f >= 1e6 || f <= -1e6 {
		s = v.FloatString(0)
		if short := strconv.FormatFloat(f, 'g', 6, 64); len(s) > 15 || strings.Trim(s, "-0") == "" {
			s = short
		}
	}
	if lang == "it" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}
