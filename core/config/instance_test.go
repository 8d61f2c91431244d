package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core/config/source"
	"github.com/metnos/metnos/sdk"
)

const mailSchema = `{"object": {
	"attr": {
		"host":    {"type": "string", "required": true, "description": "server"},
		"port":    {"type": "number", "default": 993},
		"folders": {"type": "list(string)", "default": ["INBOX"]},
		"secret":  {"type": "credential"},
		"tags":    {"type": "map(string)"},
		"tls":     {"type": "bool"}},
	"block":      {"proxy": {"object": {"attr": {"url": {"type": "string", "required": true}}}}},
	"block_list": {"rule": {"max_items": 2, "object": {"attr": {"from": {"type": "string"}, "key": {"type": "credential"}}}}},
	"block_map":  {"alias": {"object": {"attr": {"to": {"type": "string"}}}}}}}`

func TestInstanceDecode(t *testing.T) {
	env := anna
	env.Getenv = func(name string) string { return map[string]string{"MAIL_HOST": "from-MAIL_HOST"}[name] }
	c := decode(t, `
executor "read_messages" "work" {
  host    = env("MAIL_HOST", "x")
  folders = ["a", "b"]
  secret  = credential("imap")
  tags    = { one = "1" }
  proxy { url = "${home()}/sock" }
  rule { from = "anna" }
  rule {
    from = "bob"
    key  = credential("rule")
  }
  alias "me" { to = "anna" }
}
`, env)
	got, err := c.Executors[0].Decode([]byte(mailSchema))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"host": "from-MAIL_HOST", "port": 993.0, "folders": []any{"a", "b"}, "secret": "imap", "tags": map[string]any{"one": "1"},
		"proxy": map[string]any{"url": "/home/anna/sock"},
		"rule":  []any{map[string]any{"from": "anna", "key": nil}, map[string]any{"from": "bob", "key": "rule"}},
		"alias": map[string]any{"me": map[string]any{"to": "anna"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := c.Executors[0].Credentials(); !cmp.Equal(got, []string{"imap", "rule"}) {
		t.Errorf("credentials %v", got)
	}
	if name := c.Executors[0].Name(); name != "read_messages/work" {
		t.Errorf("name %q", name)
	}
}

func TestInstanceFaults(t *testing.T) {
	for name, tc := range map[string]struct {
		body, schema string
		want         []string
	}{
		"unknown key":       {"host = \"x\"\nprot = 1", mailSchema, []string{"3 config_unknown_near port"}},
		"missing":           {"port = 1", mailSchema, []string{"1 config_required host"}},
		"wrong type":        {"host = [1]\nport = \"x\"", mailSchema, []string{"2 config_value host", "3 config_value port"}},
		"secret spelt out":  {"host = \"x\"\ntags = {}\nsecret = env(\"A\", \"b\")", mailSchema, []string{"4 config_value secret"}},
		"credential loose":  {"host = credential(\"x\")", mailSchema, []string{"2 config_value host"}},
		"unknown block":     {"host = \"x\"\nproxi {}", mailSchema, []string{"3 config_unknown_near proxy"}},
		"nested":            {"host = \"x\"\nproxy { uri = \"x\" }", mailSchema, []string{"3 config_unknown_near url", "3 config_required url"}},
		"too many":          {"host = \"x\"\nproxy { url = \"x\" }\nproxy { url = \"x\" }", mailSchema, []string{"1 config_block_count proxy"}},
		"too many in list":  {"host = \"x\"\nrule {}\nrule {}\nrule {}", mailSchema, []string{"1 config_block_count rule"}},
		"labels":            {"host = \"x\"\nalias {}\nproxy \"a\" { url = \"x\" }", mailSchema, []string{"3 config_labels alias", "4 config_labels proxy"}},
		"label twice":       {"host = \"x\"\nalias \"a\" {}\nalias \"a\" {}", mailSchema, []string{"4 config_block_twice alias a"}},
		"no schema, no key": {"host = \"x\"", "", []string{"2 config_unknown_none host"}},
	} {
		c := decode(t, "executor \"e\" \"l\" {\n"+tc.body+"\n}\n", anna)
		_, err := c.Executors[0].Decode([]byte(tc.schema))
		var found Diagnostics
		if !errors.As(err, &found) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, e := range found {
			key := e.Params["key"]
			if near := e.Params["near"]; near != "" {
				key = near
			}
			got = append(got, fmt.Sprint(e.Params["line"], " ", e.Code, " ", key))
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSchemaFaults(t *testing.T) {
	c := decode(t, "executor \"e\" {}\n", anna)
	for _, schema := range []string{
		`[]`, `{"object": {"atr": {}}}`, `{"object": {"attr": {"a": {"type": "strin"}}}}`, `{"object": {"attr": {"a": {"type": "list("}}}}`,
		`{"object": {"attr": {"a": {"type": "number", "default": "x"}}}}`, `{"object": {"block": {"a": {}}}}`,
		`{"object": {"attr": {"a": {"type": "credential", "default": "x"}}}}`,
	} {
		if _, err := c.Executors[0].Decode([]byte(schema)); sdk.ClassOf(err) != sdk.ContractViolation {
			t.Errorf("%s: %v", schema, err)
		}
	}
	for _, schema := range []string{"", "null", "{}", `{"object": {}}`} {
		if got, err := c.Executors[0].Decode([]byte(schema)); err != nil || len(got) != 0 {
			t.Errorf("%q: %v %v", schema, got, err)
		}
	}
}

// What an author writes in Go arrives here as the specification this package reads.
func TestSchemaOfTheSDK(t *testing.T) {
	spec, err := json.Marshal(sdk.Schema{
		Attributes: map[string]sdk.Attribute{
			"listen": {Type: "string", Default: json.RawMessage(`"127.0.0.1:1"`), Description: "address"}, "token": {Type: "credential", Required: true}},
		Blocks: map[string]sdk.Schema{"rule": {Attributes: map[string]sdk.Attribute{"from": {Type: "string"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := decode(t, "channel \"x\" {\n token = credential(\"t\")\n rule { from = \"a\" }\n}\n", anna)
	got, err := c.Channels[0].Decode(spec)
	want := map[string]any{"listen": "127.0.0.1:1", "token": "t", "rule": []any{map[string]any{"from": "a"}}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestNearest(t *testing.T) {
	for name, want := range map[string]string{"grnat": "grant", "Channel": "channel", "chanels": "channel", "x": "", "modle": "model", "polcy": "policy", "environment": ""} {
		if got := source.Nearest(name, []string{"grant", "channel", "model", "policy", "role"}); got != want {
			t.Errorf("source.Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte("a = b.c[0]\n"))
	f.Add([]byte("grant \"a\" { read = [for x in [\"/a\"] : \"${x}/${home()}\"] }\n"))
	f.Add([]byte("channel \"web\" {\n x = <<EOT\n${env(\"A\", \"b\")}\nEOT\n}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Decode("/fuzz.hcl", text, anna)
		if (c == nil) == (err == nil) {
			t.Fatalf("config %v, error %v", c, err)
		}
		var found Diagnostics
		if errors.As(err, &found) {
			for _, e := range found {
				if source.Line(e) < 1 || e.Params["file"] != "/fuzz.hcl" {
					t.Fatalf("a fault without a place: %v %v", e, e.Params)
				}
			}
			return
		}
		if err != nil {
			return
		}
		for _, g := range c.Grants {
			for _, path := range append(append([]string{}, g.Read...), g.Write...) {
				if !strings.HasPrefix(path, "/") || within(path, c.Data) {
					t.Fatalf("granted %q with data %q", path, c.Data)
				}
			}
		}
		for _, i := range append(append(c.Channels, c.Models...), c.Executors...) {
			if values, err := i.Decode([]byte(mailSchema)); err == nil {
				if _, err := json.Marshal(values); err != nil {
					t.Fatalf("not JSON: %v", err)
				}
			}
		}
	})
}
