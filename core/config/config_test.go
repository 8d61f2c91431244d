package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/sdk"
)

var anna = Env{Home: "/home/anna", Libexec: "/opt/metnos/libexec"}

func decode(t *testing.T, text string, env Env) *Config {
	t.Helper()
	c, err := Decode("/etc/metnos/config.hcl", []byte(text), env)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// faults decodes a wrong text and returns "line code" of each fault.
func faults(t *testing.T, text string) []string {
	t.Helper()
	_, err := Decode("/etc/metnos/config.hcl", []byte(text), anna)
	var found Diagnostics
	if !errors.As(err, &found) {
		t.Fatalf("accepted, or not Diagnostics: %v\n%s", err, text)
	}
	catalogue, loadErr := i18n.New()
	if loadErr != nil {
		t.Fatal(loadErr)
	}
	var out []string
	for _, e := range found {
		out = append(out, e.Params["line"]+" "+e.Code)
		for _, lang := range i18n.Languages() {
			if said := catalogue.Sentence(lang, e); !strings.Contains(said, ":"+e.Params["line"]+": ") {
				t.Errorf("%s: the sentence names no line, or lacks a parameter: %q", e.Code, said)
			}
		}
	}
	return out
}

func ignoreBodies() cmp.Option { return cmpopts.IgnoreUnexported(Instance{}) }

func TestShippedFileIsTheDefault(t *testing.T) {
	path := filepath.Join("..", "..", "config.hcl")
	env := Env{Home: "/home/anna", Libexec: "/opt/metnos/libexec", Data: "/srv/metnos"}
	fromFile, err := Load(path, env)
	if err != nil {
		t.Fatal(err)
	}
	builtin, err := Default(env)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range fromFile.Grants { // a file additionally hides itself
		if g.Deny[len(g.Deny)-2] != fromFile.File && g.Deny[len(g.Deny)-1] != fromFile.File {
			if !contains(g.Deny, fromFile.File) {
				t.Errorf("the configuration file is reachable: %v", g.Deny)
			}
		}
	}
	same := cmp.Options{ignoreBodies(), cmpopts.IgnoreFields(Config{}, "File"), cmpopts.IgnoreFields(Instance{}, "File"),
		cmpopts.IgnoreFields(Trust{}, "Key"), cmpopts.EquateComparable(), cmpopts.IgnoreFields(Locale{}, "Zone"),
		cmpopts.IgnoreSliceElements(func(s string) bool { return s == fromFile.File })}
	if diff := cmp.Diff(builtin, fromFile, same); diff != "" {
		t.Errorf("the shipped file and the built-in text differ (-built-in +file):\n%s", diff)
	}
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func TestDefault(t *testing.T) {
	c, err := Default(anna)
	if err != nil {
		t.Fatal(err)
	}
	if c.Data != "/home/anna/.local/share/metnos" || c.Locale.Language != "it" || c.Locale.Zone.String() != "Europe/Rome" ||
		c.Sandbox.Mode != "auto" || c.Policy.BulkThreshold != 20 {
		t.Errorf("%+v", c)
	}
	if len(c.Channels) != 1 || c.Channels[0].Type != "web" || len(c.Models)+len(c.Roles)+len(c.Executors) != 0 {
		t.Errorf("channels %v models %v", c.Channels, c.Models)
	}
	if diff := cmp.Diff([]Trust{{Role: "release", Key: "/opt/metnos/libexec/keys/release.pub"}}, c.Trust); diff != "" {
		t.Error(diff)
	}
	g := c.Grants[0]
	if g.Name != "home" || len(c.Grants) != 1 || !cmp.Equal(g.Read, []string{"/home/anna"}) || !cmp.Equal(g.Write, g.Read) {
		t.Errorf("grant %+v", g)
	}
	for _, secret := range []string{"/home/anna/.ssh", "/home/anna/.gnupg", "/home/anna/.aws", "/home/anna/.config/metnos", "/home/anna/.netrc",
		"/home/anna/.docker", "/home/anna/.kube", "/home/anna/.mozilla", "/home/anna/.bashrc", c.Data, "/opt/metnos/libexec"} {
		if !contains(g.Deny, secret) {
			t.Errorf("%s is reachable", secret)
		}
	}
}

func TestEnvironment(t *testing.T) {
	env := anna
	env.Getenv = func(name string) string { return map[string]string{"METNOS_DATA": "/srv/one"}[name] }
	c, err := Default(env)
	if err != nil || c.Data != "/srv/one" || !contains(c.Grants[0].Deny, "/srv/one") {
		t.Errorf("METNOS_DATA: %v %+v", err, c)
	}
	env.Data = "/srv/two/"
	c, err = Default(env)
	if err != nil || c.Data != "/srv/two" || contains(c.Grants[0].Deny, "/srv/one") || !contains(c.Grants[0].Deny, "/srv/two") {
		t.Errorf("--data: %v %+v", err, c)
	}
	env = anna
	env.Data = "relative"
	if _, err := Default(env); err == nil || !strings.Contains(err.Error(), "relative is no absolute path") {
		t.Errorf("relative --data: %v", err)
	}
	env = anna
	env.Getenv = func(string) string { return "relative" }
	if _, err := Decode("/x.hcl", nil, env); err == nil || !strings.Contains(err.Error(), "relative is no absolute path") {
		t.Errorf("relative METNOS_DATA: %v", err)
	}
	if _, err := Decode("/x.hcl", nil, Env{}); err == nil || err.Error() != "/x.hcl:1: the home folder is unknown" {
		t.Errorf("no home, with a file: %v", err)
	}
	if c, err := Decode("/x.hcl", []byte("data = \"/d\"\n"), Env{}); err != nil || c.Data != "/d" {
		t.Errorf("no home needed: %v", err)
	}
	if _, err := Default(Env{}); err == nil || !strings.Contains(err.Error(), "home folder is unknown") {
		t.Errorf("no home: %v", err)
	}
}

const full = `
data = "/srv/metnos"
locale {
  language = "en"
  timezone = "America/New_York"
}
sandbox { mode = "bwrap" }
grant "docs" {
  read  = ["~/Documents", "/mnt/share/"]
  write = ["~/Documents"]
}
executor "read_messages" "work" {
  host       = "imap.example.org"
  credential = "imap-work"
}
executor "read_messages" "home" { host = "imap.example.com" }
channel "web" { listen = "127.0.0.1:8770" }
channel "telegram" { token = credential("telegram") }
model "local" {
  plugin   = "openai"
  endpoint = "http://127.0.0.1:8080/v1"
  model    = "qwen3-14b"
}
model "far" { plugin = "anthropic" }
role "wise" {
  model       = "local"
  temperature = 0.5
  fallback    = ["far"]
}
policy { bulk_threshold = 0 }
trust "release" { key = "keys/release.pub" }
trust "publisher" { key = "/keys/a.pub" }
trust "publisher" { key = "~/b.pub" }
`

func TestFullFile(t *testing.T) {
	got := decode(t, full, anna)
	own := []string{"/srv/metnos", "/etc/metnos/config.hcl", "/opt/metnos/libexec"}
	const file = "/etc/metnos/config.hcl"
	want := &Config{
		File: file, Data: "/srv/metnos",
		Locale:  Locale{Language: "en", Timezone: "America/New_York"},
		Sandbox: Sandbox{Mode: "bwrap"},
		Grants: []core.Grant{{Name: "docs", Read: []string{"/home/anna/Documents", "/mnt/share"},
			Write: []string{"/home/anna/Documents"}, Deny: own}},
		Executors: []Instance{{Kind: "executor", Type: "read_messages", Label: "work", File: file, Line: 12},
			{Kind: "executor", Type: "read_messages", Label: "home", File: file, Line: 16}},
		Channels: []Instance{{Kind: "channel", Type: "web", File: file, Line: 17}, {Kind: "channel", Type: "telegram", File: file, Line: 18}},
		Models: []Instance{{Kind: "model", Type: "openai", Label: "local", File: file, Line: 19},
			{Kind: "model", Type: "anthropic", Label: "far", File: file, Line: 24}},
		Roles:  []Role{{Name: "wise", Model: "local", Temperature: 0.5, Fallback: []string{"far"}}},
		Policy: Policy{BulkThreshold: 0},
		Trust: []Trust{{"release", "/opt/metnos/libexec/keys/release.pub"}, {"publisher", "/keys/a.pub"},
			{"publisher", "/home/anna/b.pub"}},
	}
	if diff := cmp.Diff(want, got, ignoreBodies(), cmpopts.IgnoreFields(Locale{}, "Zone")); diff != "" {
		t.Error(diff)
	}
	if got := got.Channels[1].Credentials(); !cmp.Equal(got, []string{"telegram"}) {
		t.Errorf("credentials %v", got)
	}
}

// A file that leaves things out gets the shipped locale, sandbox, policy, data and trust; never a grant or a channel.
func TestLeftOut(t *testing.T) {
	c := decode(t, "", anna)
	if c.Data != "/home/anna/.local/share/metnos" || c.Sandbox.Mode != "auto" || c.Policy.BulkThreshold != 20 ||
		c.Locale.Language != "it" || c.Locale.Zone == nil || len(c.Trust) != 1 {
		t.Errorf("%+v", c)
	}
	if len(c.Grants)+len(c.Channels) != 0 {
		t.Errorf("an empty file grants %v and opens %v", c.Grants, c.Channels)
	}
	c = decode(t, "locale { language = \"en\" }\npolicy {}\nsandbox {}\n", anna)
	if c.Locale.Language != "en" || c.Locale.Timezone != "Europe/Rome" || c.Policy.BulkThreshold != 20 || c.Sandbox.Mode != "auto" {
		t.Errorf("%+v", c)
	}
}

func TestFaults(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"unknown block and keys, all at once": {"chanel \"web\" {}\ndatta = 1\nlocale { langage = \"it\" }\n",
			[]string{"1 config_unknown_near", "2 config_unknown_near", "3 config_unknown_near"}},
		"far from any name":   {"zzzzzzzzzz {}\n", []string{"1 config_unknown"}},
		"wrong enum":          {"sandbox { mode = \"bwrp\" }\n", []string{"1 config_unknown_near"}},
		"wrong types":         {"policy { bulk_threshold = \"many\" }\ndata = [1]\n", []string{"1 config_value", "2 config_value"}},
		"fraction":            {"policy { bulk_threshold = 1.5 }\n", []string{"1 config_value"}},
		"negative":            {"policy { bulk_threshold = -1 }\n", []string{"1 config_value"}},
		"null":                {"data = null\n", []string{"1 config_value"}},
		"unknown function":    {"data = hom()\n", []string{"1 config_unknown_near"}},
		"variable":            {"data = home\n", []string{"1 config_unknown_none"}},
		"function arguments":  {"data = env(\"X\")\n", []string{"1 config_value"}},
		"a huge number":       {"data = \"${1e99999999}\"\npolicy { bulk_threshold = 1e-99999999 }\n", []string{"1 config_expression", "2 config_expression"}},
		"a sum and a loop":    {"policy { bulk_threshold = 1 + 2 }\ngrant \"a\" { read = [for x in [\"/a\"] : x] }\n", []string{"1 config_expression", "2 config_expression", "2 config_unknown_none"}},
		"in a plugin's body":  {"executor \"e\" { x = \"%{ for i in [1] }${i}%{ endfor }\" }\n", []string{"1 config_expression", "1 config_unknown_none"}},
		"credential as path":  {"data = credential(\"x\")\n", []string{"1 config_value"}},
		"time zone":           {"locale { timezone = \"Europe/Milan\" }\n", []string{"1 config_timezone"}},
		"relative data":       {"data = \"metnos\"\n", []string{"1 config_path_relative"}},
		"another's home":      {"grant \"a\" { read = [\"~bob/x\"] }\n", []string{"1 config_path_relative"}},
		"labels":              {"grant {}\nlocale \"x\" {}\nexecutor \"a\" \"b\" \"c\" {}\ngrant \"\" {}\n", []string{"1 config_labels", "2 config_labels", "3 config_labels", "4 config_label_empty"}},
		"twice":               {"sandbox {}\nsandbox {}\ngrant \"a\" {}\ngrant \"a\" {}\n", []string{"2 config_block_twice", "4 config_block_twice"}},
		"attribute twice":     {"data = \"/a\"\ndata = \"/b\"\n", []string{"2 config_twice"}},
		"role without model":  {"role \"wise\" {}\n", []string{"1 config_required"}},
		"unknown role":        {"model \"a\" { plugin = \"openai\" }\nrole \"wize\" { model = \"a\" }\n", []string{"2 config_unknown_near"}},
		"nobody's name":       {"grant \"a\" {\n  people = [\"anna\",\n    \"Anna B\"]\n}\n", []string{"3 config_value"}},
		"missing references":  {"model \"local\" { plugin = \"openai\" }\nrole \"wise\" {\n model = \"loca\"\n fallback = [\"local\",\n \"gone\"]\n}\n", []string{"3 config_unknown_near", "5 config_unknown"}},
		"no models at all":    {"role \"wise\" { model = \"local\" }\n", []string{"1 config_unknown_none"}},
		"model, no plugin":    {"model \"local\" { model = \"x\" }\n", []string{"1 config_required"}},
		"trust":               {"trust \"relase\" { key = \"a\" }\ntrust \"release\" {}\ntrust \"release\" { key = \"../a\" }\n", []string{"1 config_unknown_near", "2 config_required", "3 config_key_outside"}},
		"syntax":              {"locale {\n  language \"it\"\n}\n", []string{"2 config_syntax"}},
		"one line, two words": {"locale { language = \"it\" timezone = \"Europe/Rome\" }\n", []string{"1 config_one_line_block"}},
		"nested block":        {"sandbox {\n  x {}\n}\n", []string{"2 config_unknown"}},
		"deny hides root":     {"grant \"a\" {\n  read = [\"/a/b\"]\n  deny = [\"/a\"]\n}\n", []string{"3 config_deny_covers_root"}},
		"root in data":        {"data = \"/srv\"\ngrant \"a\" {\n  read = [\"/srv/x\"]\n}\n", []string{"3 config_root_inside_own"}},
		"root in libexec":     {"grant \"a\" { write = [\"/opt/metnos/libexec/keys\"] }\n", []string{"1 config_root_inside_own"}},
		"secret in the clear": {"channel \"telegram\" { token = \"123:abc\" }\nmodel \"a\" {\n  plugin = \"x\"\n  api_key = \"sk-1\"\n}\n", []string{"1 config_secret_in_file", "4 config_secret_in_file"}},
	} {
		if diff := cmp.Diff(tc.want, faults(t, tc.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSecretIsNeverRepeated(t *testing.T) {
	_, err := Decode("/x.hcl", []byte("channel \"telegram\" { token = \"123:SECRETSECRET\" }\n"), anna)
	catalogue, _ := i18n.New()
	if err == nil || strings.Contains(err.Error()+catalogue.Sentence("it", err), "SECRETSECRET") {
		t.Errorf("the secret is in %v", err)
	}
	if _, err := Decode("/x.hcl", []byte("channel \"telegram\" { token = env(\"TOKEN\", \"\") }\nmodel \"m\" {\n plugin = \"x\"\n token = credential(\"t\")\n}\n"), anna); err != nil {
		t.Errorf("a named secret is refused: %v", err)
	}
}

// A deny rule that would hide the folder executors work in is refused with its line, never applied.
func TestField_SANDBOX_08(t *testing.T) {
	for _, deny := range []string{"..", ".", "~", "/", "/home", "~/docs", "~/docs/../../anna"} {
		text := "grant \"home\" {\n  read = [\"~/docs\"]\n  deny = [\"" + deny + "\"]\n}\n"
		got := faults(t, text)
		if len(got) != 1 || !strings.HasPrefix(got[0], "3 config_deny_covers_root") && !strings.HasPrefix(got[0], "3 config_path_relative") {
			t.Errorf("deny %q: %v", deny, got)
		}
	}
}

func TestLinksAreDeniedUnderBothNames(t *testing.T) {
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"real/keys", "home"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "real"), filepath.Join(dir, "home", "link")); err != nil {
		t.Fatal(err)
	}
	env := Env{Home: filepath.Join(dir, "home"), Data: filepath.Join(dir, "home/link/keys")}
	c, err := Decode("/x.hcl", []byte("grant \"a\" { read = [\""+dir+"\"] }\n"), env)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"home/link/keys", "real/keys"} {
		if !contains(c.Grants[0].Deny, filepath.Join(dir, path)) {
			t.Errorf("the data folder is reachable as %s: %v", path, c.Grants[0].Deny)
		}
	}
	if _, err := Decode("/x.hcl", []byte("grant \"a\" { read = [\""+dir+"/real/keys\"] }\n"), env); err == nil {
		t.Error("the data folder is granted under its other name")
	}
}

func TestTrustKeyBesideTheFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "keys"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "config.hcl")
	for path, text := range map[string]string{file: "trust \"release\" { key = \"keys/release.pub\" }\n", filepath.Join(dir, "keys/release.pub"): "k"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Load(file, anna)
	if err != nil || c.Trust[0].Key != filepath.Join(dir, "keys/release.pub") {
		t.Errorf("%v %v", err, c)
	}
}

func TestLoadUnreadable(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.hcl")
	if err := os.WriteFile(big, []byte(strings.Repeat("#\n", maxBytes)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, class := range map[string]sdk.Class{filepath.Join(dir, "none.hcl"): sdk.IOError, dir: sdk.IOError, big: sdk.Oversize} {
		if _, err := Load(path, anna); sdk.ClassOf(err) != class {
			t.Errorf("%s: %v, want %s", path, err, class)
		}
	}
}

// Figures are shown to this machine only, and traces go to an address that is one.
func TestTelemetry(t *testing.T) {
	c := decode(t, "telemetry {\n listen = \"127.0.0.1:9464\"\n otlp = \"http://collector.lan:4318\"\n}\n", anna)
	if c.Telemetry != (Telemetry{Listen: "127.0.0.1:9464", OTLP: "http://collector.lan:4318"}) {
		t.Errorf("%+v", c.Telemetry)
	}
	if c := decode(t, "policy { bulk_threshold = 3 }\n", anna); c.Telemetry != (Telemetry{}) {
		t.Errorf("nothing was asked for: %+v", c.Telemetry)
	}
	for _, line := range []string{
		`listen = "0.0.0.0:9464"`, `listen = ":9464"`, `listen = "192.168.1.4:9464"`, `listen = "localhost"`, `listen = "127.0.0.1:http"`,
		`otlp = "collector:4318"`, `otlp = "ftp://collector"`, `otlp = "http://anna:secret@collector:4318"`,
	} {
		if got := faults(t, "telemetry {\n"+line+"\n}\n"); len(got) != 1 || !strings.HasPrefix(got[0], "2 config_value") {
			t.Errorf("%s: %v", line, got)
		}
	}
}
