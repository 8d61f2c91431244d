package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/metnos/metnos/sdk"
)

// MaxBytes caps the JSON of a framework.
const MaxBytes = 256 << 10

// Decode reads one framework from JSON. Unknown keys, trailing text, an oversized document and a step
// without a tool are wrong_args.
func Decode(data []byte) (Framework, error) {
	if len(data) > MaxBytes {
		return Framework{}, sdk.Errorf(sdk.WrongArgs, "plan_too_large", "a framework of %d bytes exceeds %d", len(data), MaxBytes)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var f Framework
	if err := dec.Decode(&f); err != nil {
		return Framework{}, sdk.Errorf(sdk.WrongArgs, "plan_unreadable", "%w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Framework{}, sdk.Errorf(sdk.WrongArgs, "plan_unreadable", "text follows the framework")
	}
	for i, step := range f.Steps {
		if step.Tool == "" {
			return Framework{}, sdk.Errorf(sdk.WrongArgs, "plan_unreadable", "step %d names no tool", i+1)
		}
		if step.Args == nil {
			f.Steps[i].Args = map[string]any{}
		}
	}
	return f, nil
}
