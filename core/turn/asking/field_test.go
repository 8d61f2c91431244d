package asking

import "testing"

// Only what is written as a bare number gets a number's field.
func TestFieldOfAnArgument(t *testing.T) {
	for _, tc := range []struct{ kind, semantic, want string }{
		{"integer", "quantity", "number"}, {"number", "", "number"}, {"integer", "size_min", ""}, {"integer", "offset_days", ""},
		{"string", "path", ""}, {"string", "quantity", ""}, {"boolean", "", ""}, {"array", "paths", ""},
	} {
		if got := field(tc.kind, tc.semantic); got != tc.want {
			t.Errorf("%s %s: %q, want %q", tc.kind, tc.semantic, got, tc.want)
		}
	}
}
