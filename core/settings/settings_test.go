package settings

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
)

func filled(p Page) Source {
	row := Row{ID: "r1", Cells: make([]Value, len(p.Columns))}
	s := Source{Sheet: func(context.Context, Asker) (Sheet, error) { return Sheet{Rows: []Row{row}}, nil }, Acts: map[string]Act{}}
	if p.Detail {
		s.Detail = func(context.Context, Asker, string) ([]Block, error) { return []Block{{Title: p.Route}}, nil }
	}
	for _, c := range p.Controls {
		s.Acts[c.Name] = func(_ context.Context, _ Asker, row, value string) (Done, error) {
			return Done{Message: p.Route + " " + c.Name + " " + row + value}, nil
		}
	}
	return s
}

func sources() map[string]Source {
	out := map[string]Source{}
	for _, section := range Pages() {
		for _, p := range section.Pages {
			out[p.Route] = filled(p)
		}
	}
	return out
}

// The registry itself: every text in both languages, every name used once, routes below their section.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	both := func(where string, text Text) {
		if strings.TrimSpace(text.It) == "" || strings.TrimSpace(text.En) == "" {
			t.Errorf("%s: %+v", where, text)
		}
	}
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	both("root", Root)
	for _, section := range Pages() {
		both(section.Name, section.Label)
		for _, p := range section.Pages {
			both(p.Route, p.Label)
			both(p.Route+" summary", p.Summary)
			if rest, ok := strings.CutPrefix(p.Route, section.Name+"/"); !ok || !name.MatchString(rest) || seen[p.Route] {
				t.Errorf("the route %s", p.Route)
			}
			if seen[p.Route] = true; !p.Role.Includes(Guest) || len(p.Columns) == 0 {
				t.Errorf("%s: role %q, %d columns", p.Route, p.Role, len(p.Columns))
			}
			keys := map[string]bool{}
			for _, c := range p.Columns {
				both(p.Route+" "+c.Key, c.Label)
				if !name.MatchString(c.Key) || keys[c.Key] || c.Kind == "" {
					t.Errorf("%s: the column %+v", p.Route, c)
				}
				keys[c.Key] = true
			}
			for _, c := range p.Controls {
				both(p.Route+" "+c.Name, c.Label)
				if (c.Confirm.It == "") != (c.Confirm.En == "") || c.Danger && c.Confirm.It == "" || !name.MatchString(c.Name) || keys["!"+c.Name] {
					t.Errorf("%s: the control %+v", p.Route, c)
				}
				keys["!"+c.Name] = true
			}
		}
	}
	for lang, want := range map[string]string{"it": "Impostazioni › Sistema › Servizi", "en": "Settings › System › Services"} {
		if got := Place("system/services", lang); got != want {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// Pages and sources that drift apart do not start.
func TestDriftIsRefused(t *testing.T) {
	if _, err := New(sources()); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(map[string]Source){
		"a page without a source":   func(s map[string]Source) { delete(s, "system/services") },
		"a source without a page":   func(s map[string]Source) { s["system/moon"] = s["system/services"] },
		"a control nobody does":     func(s map[string]Source) { delete(s["system/backups"].Acts, "take") },
		"an act that is no control": func(s map[string]Source) { s["system/services"].Acts["stop"] = s["system/backups"].Acts["take"] },
		"details nobody can open": func(s map[string]Source) {
			p := s["system/services"]
			p.Detail = s["activity/turns"].Detail
			s["system/services"] = p
		},
		"details that are not there": func(s map[string]Source) { p := s["activity/turns"]; p.Detail = nil; s["activity/turns"] = p },
	} {
		all := sources()
		change(all)
		if _, err := New(all); err == nil {
			t.Errorf("%s starts", name)
		}
	}
	all := sources()
	all["system/services"] = Source{Sheet: func(context.Context, Asker) (Sheet, error) { return Sheet{Rows: []Row{{Cells: []Value{Of("x")}}}}, nil }}
	s, err := New(all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(context.Background(), Asker{Role: Admin}, "system/services"); sdk.ClassOf(err) != sdk.ContractViolation {
		t.Errorf("a row of another shape is shown: %v", err)
	}
}

// Who may see and do what, by role.
func TestRoles(t *testing.T) {
	s, err := New(sources())
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	routes := map[Role]string{}
	for _, role := range []Role{"", "root", Guest, Member, Admin} {
		var list []string
		for _, e := range s.Menu(Asker{Role: role, Lang: "en"}) {
			list = append(list, e.Route)
			if _, err := s.Open(ctx, Asker{Role: role}, e.Route); err != nil {
				t.Errorf("%s cannot open %s: %v", role, e.Route, err)
			}
		}
		routes[role] = strings.Join(list, " ")
	}
	if routes[""] != "" || routes["root"] != "" || routes[Guest] != "activity/turns activity/tasks memory/plans memory/preferences people/sessions people/passkeys" || routes[Member] != routes[Guest] || len(routes[Admin]) <= len(routes[Guest]) {
		t.Errorf("%v", routes)
	}
	for _, tc := range []struct {
		role                Role
		route, control, row string
		want                sdk.Class
	}{
		{Guest, "people/sessions", "revoke", "r1", ""},
		{Guest, "memory/plans", "forget", "r1", sdk.PolicyDenied},
		{Guest, "memory/plans", "flush-l0", "", sdk.PolicyDenied},
		{Member, "memory/plans", "flush-l0", "", ""},
		{Member, "memory/plans", "flush-l0", "r1", sdk.WrongArgs},
		{Member, "memory/plans", "forget", "", sdk.WrongArgs},
		{Member, "people/users", "remove", "bruno", sdk.NotFound},
		{Member, "system/backups", "take", "", sdk.NotFound},
		{Admin, "system/backups", "take", "", ""},
		{Admin, "system/backups", "drop", "", sdk.NotFound},
		{"root", "people/sessions", "revoke", "r1", sdk.NotFound},
	} {
		_, err := s.Do(ctx, Asker{Role: tc.role}, tc.route, tc.control, tc.row, "")
		if got := sdk.ClassOf(err); err == nil && tc.want != "" || err != nil && got != tc.want {
			t.Errorf("%s %s %s %q: %v, want %q", tc.role, tc.route, tc.control, tc.row, err, tc.want)
		}
	}
	if _, err := s.Look(ctx, Asker{Role: Member}, "lifecycle/executors", "r1"); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("a member looks into an executor: %v", err)
	}
	v, err := s.Open(ctx, Asker{Role: Guest, Lang: "it"}, "memory/plans")
	if err != nil || len(v.Controls) != 0 || v.Label != "Piani" || v.Columns[0].Label != "Livello" {
		t.Errorf("%+v %v", v, err)
	}
}
