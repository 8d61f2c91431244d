package sign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan"
)

// Of is 16 hex of the parts, each apart from the others.
func Of(parts ...string) string {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		for i := range n {
			n[i] = byte(len(p) >> (8 * i))
		}
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Plan signs a plan, every value included.
func Plan(f plan.Framework) string {
	text, err := json.Marshal(f)
	if err != nil {
		return "unwritable " + strconv.Itoa(len(f.Steps))
	}
	return Of(string(text))
}

// Form signs what verdicts count against: which executors, with which arguments, and how it ends.
func Form(f plan.Framework) string {
	parts := []string{f.FinalMessage}
	for _, s := range f.Steps {
		keys := make([]string, 0, len(s.Args))
		for k := range s.Args {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		parts = append(parts, s.Tool+"("+strings.Join(keys, ",")+")")
	}
	return Of(parts...)
}

// JSON is a plan as text, with the signs people write left as they are; "" when it cannot be written.
func JSON(f plan.Framework) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(f) != nil {
		return ""
	}
	return out.String()
}
