package manifest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/sdk"
)

const someDigest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func source(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/find_files.toml")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func signedText(t testing.TB) []byte {
	t.Helper()
	data, err := Stamp(source(t), someDigest, "")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// edit replaces old with new in the valid manifest; old must be there.
func edit(t testing.TB, pairs ...string) []byte {
	t.Helper()
	text := string(signedText(t))
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("the fixture has no %q", pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return []byte(text)
}

func TestCheckReadsEveryKey(t *testing.T) {
	m, err := Check("manifest.toml", signedText(t))
	if err != nil {
		t.Fatal(err)
	}
	if m.Args.Properties["query"].Description.It != "che cosa cercare" {
		t.Errorf("dotted keys inside a table: %+v", m.Args.Properties["query"].Description)
	}
	if got := m.Args.Properties["paths"]; got.Items == nil || *got.Items.MinLength != 1 || *got.MaxItems != 3 || got.FromEntries != "path" {
		t.Errorf("array argument: %+v", got)
	}
	if len(m.Tests) != 1 || m.Tests[0].Files[0].Text != "ciao" || *m.Tests[0].Expect.Count != 1 {
		t.Errorf("tests: %+v", m.Tests)
	}
	if Kind(m) != KindExecutor || m.Plugin.DigestFor("linux", "arm64") != someDigest || !m.Placement.RunsOn("linux") || m.Placement.RunsOn("windows") {
		t.Errorf("kind %q, plugin %+v, placement %+v", Kind(m), m.Plugin, m.Placement)
	}
}

func TestDecodeReportsEveryUnknownKeyWithItsPlaceAndTheNearest(t *testing.T) {
	data := edit(t, "timeout_s ", "timout_s ", "max_items", "maxitems", "count = 1", "cuont = 1", "[affinity]", "[colour]\nred = 1\n[affinity]")
	_, err := Decode("m.toml", data)
	problems := ProblemsOf(err)
	var got []string
	for _, p := range problems {
		got = append(got, p.Params["key"]+" "+p.Params["nearest"])
	}
	slices.Sort(got)
	want := []string{"args.properties.paths.maxitems max_items", "colour ", "tests.expect.cuont count", "timout_s timeout_s"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("problems (-want +got):\n%s\n%v", diff, err)
	}
	if at := problems[0].Params["at"]; at != "m.toml:10:1" {
		t.Errorf("first place %q, want m.toml:10:1", at)
	}
	var e *sdk.Error
	if e = asError(t, err); e.Code != "manifest_invalid" || !strings.Contains(e.Params["problems"], "max_items") {
		t.Errorf("wrapping error %+v", e)
	}
}

func asError(t *testing.T, err error) *sdk.Error {
	t.Helper()
	e, ok := err.(*sdk.Error)
	if !ok {
		t.Fatalf("%T %v is not an *sdk.Error", err, err)
	}
	return e
}

func TestDecodeRefusesWhatIsNotTOML(t *testing.T) {
	for name, text := range map[string]string{
		"syntax": "name = \n", "duplicate": "name = \"a\"\nname = \"b\"\n", "type": "name = 3\n", "binary": "\x00\x01", "half": "[args",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode("m.toml", []byte(text))
			if e := asError(t, err); e.Class != sdk.ContractViolation || !strings.Contains(e.Message, "m.toml:") {
				t.Errorf("got %v", err)
			}
		})
	}
	_, err := Decode("m.toml", make([]byte, MaxBytes+1))
	if e := asError(t, err); e.Class != sdk.Oversize {
		t.Errorf("a huge file: %v", err)
	}
}

func TestCheckReportsEveryProblemInOrderWithItsLine(t *testing.T) {
	data := edit(t, `name        = "find_files"`, `name        = "Find"`, `effect = "read_only"`, `effect = "harmless"`,
		`key = "size", type`, `key = "weight", type`)
	_, err := Check("m.toml", data)
	var got []string
	for _, p := range ProblemsOf(err) {
		got = append(got, p.Code+" "+p.Params["at"])
	}
	want := []string{"manifest_shape m.toml:4:1", "manifest_choice m.toml:83:1", "manifest_no_field m.toml:92:1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\n%v", diff, err)
	}
}

func TestValidate(t *testing.T) {
	long := strings.Repeat("à", MaxDescription+1)
	for _, c := range []struct {
		name     string
		old, new string
		code     string
		key      string
	}{
		{"format", `manifest_format   = "1"`, `manifest_format = "2"`, "manifest_choice", "manifest_format"},
		{"standard", "metnos.executor/1.0", "metnos.gadget/1.0", "manifest_choice", "executor_standard"},
		{"name of one word", `"find_files"`, `"find"`, "manifest_shape", "name"},
		{"name with a space", `"find_files"`, `"find files"`, "manifest_shape", "name"},
		{"version", `"1.2.0"`, `"1.2"`, "manifest_shape", "version"},
		{"publisher", `"acme"`, `"Acme & Sons"`, "manifest_shape", "publisher"},
		{"lifecycle", `"active"`, `"awake"`, "manifest_choice", "lifecycle"},
		{"origin", `"third_party"`, `"heaven"`, "manifest_choice", "origin"},
		{"timeout", "timeout_s   = 30", "timeout_s = 3601", "manifest_range", "timeout_s"},
		{"digest", someDigest, "sha256:zz", "manifest_shape", "plugin.digest"},
		{"protocol", "protocol = 1", "protocol = 2", "manifest_range", "plugin.protocol"},
		{"description of one language", `en = "SCOPE: finds files. PATTERN: path or query. NOT: content. OUT: entries."`, "", "manifest_missing", "description.en"},
		{"long description", "SCOPE: cerca file.", long, "manifest_too_long", "description.it"},
		{"affinity of another language", `en = ["find files"`, `fr = ["find files"`, "manifest_choice", "affinity"},
		{"required", `required = ["query"]`, `required = ["wuery"]`, "manifest_no_property", "args.required"},
		{"alternatives", `[["paths", "root"`, `[["pathz", "root"`, "manifest_no_property", "args.requires_one_of"},
		{"argument name", "[args.properties.kind]", `[args.properties."Kind of"]`, "manifest_shape", "args.properties.Kind of"},
		{"argument type", `type = "integer"`, `type = "int"`, "manifest_choice", "args.properties.limit.type"},
		{"argument format", `format = "date"`, `format = "day"`, "manifest_choice", "args.properties.since.format"},
		{"default outside its range", "default = 100", "default = 0", "manifest_default", "args.properties.limit.default"},
		{"pattern that does not compile", `min_length = 1`, `pattern = "("`, "manifest_schema", "args"},
		{"unknown capability", `name = "fs:read"`, `name = "fs:raed"`, "manifest_capability_unknown", "capabilities[0]"},
		{"capability without its hosts", `name = "fs:read"`, `name = "network:http"`, "manifest_capability_needs", "capabilities[0]"},
		{"capability with another's field", `args = ["root"`, "credential = \"imap\"\nargs = [\"root\"", "manifest_capability_refuses", "capabilities[0]"},
		{"capability over no argument", `args = ["root"`, `args = ["rot"`, "manifest_no_property", "capabilities[0].args"},
		{"read_only that writes", `"fs:read"`, `"fs:write"`, "manifest_conflict", "capabilities[0]"},
		{"read_only that reverts", "revertible  = false", "revertible = true\nreverse = \"swap_src_dst\"", "manifest_conflict", "revertible"},
		{"reverse without revertible", "revertible  = false", `reverse = "swap_src_dst"`, "manifest_conflict", "reverse"},
		{"sandbox", `min_sandbox = "process"`, `min_sandbox = "jail"`, "manifest_choice", "placement.min_sandbox"},
		{"platform", `["linux"]`, `["beos"]`, "manifest_choice", "placement.platforms"},
		{"collection", `collection = "entries"`, `collection = "things"`, "manifest_choice", "output.collection"},
		{"field type", `size = "bytes"`, `size = "octets"`, "manifest_choice", "output.fields.size"},
		{"rows", "max_rows = 200", "max_rows = 20000", "manifest_range", "presentation.max_rows"},
		{"test name twice", "[[tests]]", "[[tests]]\nname = \"happy\"\n[[tests]]", "manifest_duplicate", "tests[1].name"},
		{"test file outside", `"in/a.txt"`, `"../a.txt"`, "manifest_path_escapes", "tests[0].files"},
		{"test file of two kinds", `text = "ciao"`, "text = \"ciao\"\nsize = 3", "manifest_conflict", "tests[0].files.in/a.txt"},
		{"error class", "ok = true", `error_class = "boredom"`, "manifest_shape", "tests[0].expect.error_class"},
		{"listed file with a path", "[output]", "[files]\n\"../x\" = \"" + someDigest + "\"\n[output]", "manifest_shape", "files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Check("m.toml", edit(t, c.old, c.new))
			for _, p := range ProblemsOf(err) {
				if p.Code == c.code && p.Params["key"] == c.key {
					return
				}
			}
			t.Errorf("no %s at %s in: %v", c.code, c.key, err)
		})
	}
}

func TestHosts(t *testing.T) {
	for host, want := range map[string]bool{
		"api.example.org": true, "api.example.org:443": true, "*.example.org:443": true, "*": true, "*:443": true, "[2001:db8::1]:443": true,
		"${config.host}:993": true, "${config.host}:${config.port}": true, "10.0.0.1:80": true,
		"": false, "https://example.org": false, "example.org/path": false, "Example.org": false, "a b": false, "*.": false, ":443": false,
		"example..org": false, "${secret.host}": false, "example.org:https": false,
	} {
		if got := hostShape.MatchString(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

func TestValidateShapeSparesOnlyTheSchema(t *testing.T) {
	m, err := Decode("m.toml", edit(t, "min_length = 1", `pattern = "("`))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ValidateShape(); err != nil {
		t.Errorf("ValidateShape compiled the schema: %v", err)
	}
	if err := m.CheckArgs(map[string]any{"query": "x", "root": "/"}); sdk.ClassOf(err) != sdk.ContractViolation {
		t.Errorf("a broken schema accepted a call: %v", err)
	}
	m.Name = ""
	if m.ValidateShape() == nil {
		t.Error("a manifest without a name is admitted")
	}
}

func TestCheckSourceAllowsOnlyTheDigestToBeMissing(t *testing.T) {
	if _, err := CheckSource("m.toml", source(t)); err != nil {
		t.Error(err)
	}
	if _, err := Check("m.toml", source(t)); len(ProblemsOf(err)) != 1 {
		t.Errorf("Check of an unstamped manifest: %v", err)
	}
	if _, err := CheckSource("m.toml", []byte(strings.Replace(string(source(t)), `"1.2.0"`, `"one"`, 1))); err == nil {
		t.Error("CheckSource accepts a bad version")
	}
}

func TestOtherKindsNeedNoArguments(t *testing.T) {
	text := `manifest_format = "1"
executor_standard = "metnos.channel/1.0"
name = "web"
version = "1.0.0"
publisher = "metnos"
lifecycle = "active"
origin = "handcrafted"
description = { it = "La chat.", en = "The chat." }
plugin = { binary = "channels-web", digest = "` + someDigest + `", protocol = 1 }
[[capabilities]]
name = "network:listen"
`
	m, err := Check("m.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if Kind(m) != KindChannel {
		t.Errorf("kind %q", Kind(m))
	}
}

func TestDigestsByPlatform(t *testing.T) {
	data := edit(t, `digest   = "`+someDigest+`"`, `digests = { "linux/amd64" = "`+someDigest+`" }`)
	m, err := Check("m.toml", data)
	if err != nil {
		t.Fatal(err)
	}
	if m.Plugin.DigestFor("linux", "amd64") != someDigest || m.Plugin.DigestFor("linux", "arm64") != "" {
		t.Errorf("digests %v", m.Plugin.Digests)
	}
}
