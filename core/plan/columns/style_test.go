package columns

import (
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Rows are saved as their table was written, through steps that only choose among them; of tables that differ nothing is
// told, and neither to who would not take it.
func TestStyleTravels(t *testing.T) {
	semi, comma := sdk.Source{Delimiter: ";", Decimal: ","}, sdk.Source{Delimiter: ",", Decimal: "."}
	of := func(sources ...sdk.Source) sdk.Result { return sdk.Result{Table: &sdk.Table{Sources: sources}} }
	read := StyleOf(of(semi, semi), Style{})
	if read != (Style{";", ","}) || StyleOf(of(), read) != read || StyleOf(sdk.Result{}, read) != read || StyleOf(of(semi, comma), read) != (Style{}) {
		t.Error(read)
	}
	marks := manifest.Property{Semantic: "delimiter", Enum: []any{",", ";"}}
	if read.For(marks) != ";" || read.For(manifest.Property{Semantic: "decimal"}) != "," || read.For(manifest.Property{Semantic: "value"}) != "" || (Style{Delimiter: "~"}).For(marks) != "" {
		t.Error(read.For(marks))
	}
}
