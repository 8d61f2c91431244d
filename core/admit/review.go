package admit

import (
	"strings"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Name refuses an executor name whose words are not in the closed vocabulary: no sentence could ever lead
// to it.
func Name(name string) error {
	if _, err := vocab.CheckName(name); err != nil {
		verb, rest, _ := strings.Cut(name, "_")
		object, _, _ := strings.Cut(rest, "_")
		return sdk.Errorf(sdk.WrongArgs, "admit_name", "%w", err).
			With("name", name).With("verbs", words(verb, verbs())).With("objects", words(object, vocab.Closed().Objects.Names))
	}
	return nil
}

func verbs() []string {
	var list []string
	for verb := range vocab.Closed().Actions {
		list = append(list, verb)
	}
	return list
}

// Review judges an executor's manifest beyond its shape. Channels and models have free names.
func Review(m *manifest.Manifest) error {
	if manifest.Kind(m) != manifest.KindExecutor {
		return nil
	}
	if err := Name(m.Name); err != nil {
		return err
	}
	if len(m.Tests) == 0 {
		return sdk.Errorf(sdk.ContractViolation, "admit_untested", "%s has no birth test", m.Name).With("name", m.Name)
	}
	return nil
}
