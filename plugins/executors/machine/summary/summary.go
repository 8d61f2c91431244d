package summary

import (
	"context"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Describer is describe_numbers.
type Describer struct{}

// Invoke gives one measure of the numbers, or all of them as one item.
func (Describer) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("numbers")
	measure := args.Text("aggregate", "")
	numbers, err := read(call.Args["numbers"])
	if stop := entry.Stopped(ctx); stop != nil {
		return sdk.Result{}, stop
	}
	if e := args.Err(); e != nil {
		return sdk.Result{}, e
	}
	if err != nil {
		return sdk.Result{}, err
	}
	all := describe(numbers)
	r := sdk.Result{OK: true, Entries: []map[string]any{all}, Effects: sdk.Counters{Items: 1, Countable: true}}
	if measure != "" {
		r.Entries, r.Value = []map[string]any{}, all[measure]
	}
	return r, nil
}

// read takes a list of numbers.
func read(v any) ([]float64, error) {
	list, _ := v.([]any)
	var out []float64
	for _, item := range list {
		n, ok := item.(float64)
		switch v := item.(type) {
		case int64:
			n, ok = float64(v), true
		case int:
			n, ok = float64(v), true
		}
		if !ok || math.IsInf(n, 0) || math.IsNaN(n) {
			return nil, sdk.Errorf(sdk.WrongArgs, "value_type", "numbers must be a list of numbers").With("name", "numbers")
		}
		out = append(out, n)
	}
	if len(out) == 0 {
		return nil, sdk.Errorf(sdk.MissingInput, "value_not_given", "numbers is required").With("name", "numbers")
	}
	return out, nil
}

// describe measures numbers as they are written: 0.1 and 0.2 make 0.3.
func describe(numbers []float64) map[string]any {
	slices.Sort(numbers)
	sum, n := new(big.Rat), len(numbers)
	for _, v := range numbers {
		sum.Add(sum, exact(v))
	}
	mean := new(big.Rat).Quo(sum, big.NewRat(int64(n), 1))
	spread := new(big.Rat)
	for _, v := range numbers {
		d := new(big.Rat).Sub(exact(v), mean)
		spread.Add(spread, d.Mul(d, d))
	}
	middle := exact(numbers[n/2])
	if n%2 == 0 {
		middle.Add(middle, exact(numbers[n/2-1]))
		middle.Quo(middle, big.NewRat(2, 1))
	}
	variance, _ := new(big.Rat).Quo(spread, big.NewRat(int64(n), 1)).Float64()
	return map[string]any{
		"count": n, "sum": float(sum), "mean": float(mean), "median": float(middle), "min": numbers[0], "max": numbers[n-1], "deviation": math.Sqrt(variance),
	}
}

// exact is a number as it is written.
func exact(v float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if !ok {
		return new(big.Rat)
	}
	return r
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
