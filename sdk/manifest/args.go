package manifest

import (
	"encoding/json"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/argument"
)

// Names every call may carry beside the declared arguments: they stand for an earlier collection.
const (
	FromStep     = argument.FromStep
	FromPrevious = argument.FromPrevious
)

// CheckArgs checks the values of one call against the manifest and reports every violation at once:
// wrong_args, or missing_input when values are only missing. from_step and from_previous are accepted on
// any executor; they stand for an alternative or a required argument that takes a list.
func (m *Manifest) CheckArgs(args map[string]any) error {
	s, err := m.compiled()
	if err != nil {
		return err
	}
	return s.Check(m.Name, args)
}

// CheckPlan is CheckArgs for arguments that may still hold ${...} references: an argument with one counts
// as present and its value is not checked.
func (m *Manifest) CheckPlan(args map[string]any) error {
	s, err := m.compiled()
	if err != nil {
		return err
	}
	return s.CheckPlan(m.Name, args)
}

// Schema returns the argument schema as JSON Schema 2020-12, descriptions in lang, without what may be
// filled by a step reference: required arguments and alternatives.
func (m *Manifest) Schema(lang string) (json.RawMessage, error) { return m.Args.JSON(lang) }

// compiled is the schema, compiled once for a decoded manifest.
func (m *Manifest) compiled() (s *argument.Schema, err error) {
	if m.schema != nil {
		s, err = m.schema()
	} else {
		s, err = argument.Compile(m.Args)
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "args_schema_broken", "%s: %w", m.Name, err).With("executor", m.Name)
	}
	return s, nil
}
