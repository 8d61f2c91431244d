package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shell runs lines in one home.
type shell struct {
	t    *testing.T
	home string
	env  []string
}

func newShell(t *testing.T) *shell {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &shell{t: t, home: home, env: scriptEnv(t, home)}
}

func (s *shell) try(line string) (string, error) {
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir, cmd.Env = s.home, s.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s *shell) run(line string) string {
	s.t.Helper()
	out, err := s.try(line)
	if err != nil {
		s.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return out
}

// states is what `metnos plugin list --json` says, by name.
func (s *shell) states() map[string]pluginRow {
	s.t.Helper()
	var rows []pluginRow
	if err := json.Unmarshal([]byte(s.run("metnos --json plugin list")), &rows); err != nil {
		s.t.Fatal(err)
	}
	byName := make(map[string]pluginRow, len(rows))
	for _, r := range rows {
		byName[r.Name] = r
	}
	return byName
}

// withPlugin makes, signs, trusts and installs find_files_empty.
func withPlugin(t *testing.T) *shell {
	s := newShell(t)
	s.run("metnos key generate --publisher acme && metnos key trust .local/share/metnos/keys/public/*.pub")
	s.run("metnos plugin new find_files_empty && cd find_files_empty && metnos plugin build && metnos plugin sign && metnos plugin install dist")
	return s
}

// A skill that is put out of use is neither named nor run, over a restart, until it is put back; only who runs the instance
// does either.
func TestInstalledSkillIsSwitched(t *testing.T) {
	s := withPlugin(t)
	ask := func(user, said string) string {
		return s.run("metnos --lang en ask --user " + user + " --conversation " + user + " '" + said + "'")
	}
	if out := ask("host", "which skills do I have?"); !strings.Contains(out, "find_files_empty") || !strings.Contains(out, "enabled") {
		t.Fatal(out)
	}
	s.run("metnos user add bruno")
	if out := ask("bruno", "disable the skill find_files_empty"); !strings.Contains(out, "runs this") || s.states()["find_files_empty"].State != "active" {
		t.Fatal(out)
	}
	ask("host", "disable the skill find_files_empty")
	if r := s.states()["find_files_empty"]; r.State != "disabled" {
		t.Errorf("%+v", r)
	}
	if out := ask("host", "which skills do I have?"); !strings.Contains(out, "disabled") {
		t.Error(out)
	}
	ask("host", "undo")
	if out := ask("host", "yes"); s.states()["find_files_empty"].State != "active" {
		t.Errorf("%+v\n%s", s.states()["find_files_empty"], out)
	}
	ask("host", "disable the skill find_files_empty")
	ask("host", "enable the skill find_files_empty")
	if r := s.states()["find_files_empty"]; r.State != "active" {
		t.Errorf("%+v", r)
	}
}

func TestInstalledPluginIsWatched(t *testing.T) {
	s := withPlugin(t)
	r := s.states()["find_files_empty"]
	if r.State != "active" || r.Publisher != "acme" || len(r.Capabilities) != 1 || r.SignedBy == "" {
		t.Fatalf("%+v", r)
	}
	file := filepath.Join(s.home, ".local/share/metnos/catalog/find_files_empty/manifest.toml")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wider := strings.Replace(string(good), `name = "fs:read"`, `name = "fs:write"`, 1)
	if err := os.WriteFile(file, []byte(wider), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := s.states()["find_files_empty"]; r.State != "refused" || r.Why == nil || r.Why.Code != "signature_mismatch" {
		t.Errorf("a widened manifest: %+v", r)
	}
	if out := s.run("metnos plugin list"); !strings.Contains(out, "changed after key") {
		t.Errorf("the list does not say why:\n%s", out)
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := s.states()["find_files_empty"]; r.State != "active" {
		t.Errorf("restored: %+v", r)
	}
	signature := file + ".sig"
	mark, err := os.ReadFile(signature)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(signature); err != nil {
		t.Fatal(err)
	}
	if r := s.states()["find_files_empty"]; r.Why == nil || r.Why.Code != "signature_stripped" {
		t.Errorf("a stripped signature: %+v", r)
	}
	if err := os.WriteFile(signature, mark, 0o600); err != nil {
		t.Fatal(err)
	}
	s.run(`metnos key revoke $(metnos --json key list | grep -o '"id":"[0-9a-f]*","role":"publisher"' | cut -d'"' -f4) --reason stolen`)
	if r := s.states()["find_files_empty"]; r.Why == nil || r.Why.Code != "signer_revoked" || r.Why.Params["reason"] != "stolen" {
		t.Errorf("a revoked key: %+v", r)
	}
}

func TestAnotherPublisherCannotTakeTheName(t *testing.T) {
	s := withPlugin(t)
	s.run("metnos key generate --publisher eve && metnos key trust $(ls -t .local/share/metnos/keys/public/*.pub | head -1)")
	s.run(`cd find_files_empty && sed -i 's/"acme" /"eve" /' manifest.toml && metnos plugin build && metnos plugin sign`)
	out, err := s.try("metnos plugin install find_files_empty")
	if err == nil || !strings.Contains(out, "acme") || !strings.Contains(out, "--forget") {
		t.Errorf("%v\n%s", err, out)
	}
	s.run("metnos plugin remove find_files_empty --forget && metnos plugin install find_files_empty")
	if r := s.states()["find_files_empty"]; r.Publisher != "eve" || r.State != "active" {
		t.Errorf("after the administrator agreed: %+v", r)
	}
}

func TestPluginWithFailingBirthIsNotInstalled(t *testing.T) {
	s := newShell(t)
	s.run("metnos key generate --publisher acme && metnos key trust .local/share/metnos/keys/public/*.pub")
	s.run(`metnos plugin new find_files_empty && cd find_files_empty && sed -i 's/^count = 2/count = 3/' manifest.toml && metnos plugin build && metnos plugin sign`)
	out, err := s.try("metnos plugin install find_files_empty")
	if err == nil || !strings.Contains(out, "files of a folder") || !strings.Contains(out, "want 3") {
		t.Errorf("%v\n%s", err, out)
	}
	if r, there := s.states()["find_files_empty"]; there {
		t.Errorf("it is installed: %+v", r)
	}
}

// Every refusal names a remedy that works as it is written.
func TestRefusedInstallsSayWhatToDo(t *testing.T) {
	s := withPlugin(t)
	s.run(`sed -i 's/"0.1.0"/"0.2.0"/' find_files_empty/manifest.toml && cp -r find_files_empty/dist old && metnos plugin build find_files_empty`)
	for _, c := range []struct{ line, says string }{
		{"metnos plugin install find_files_empty", "run `metnos plugin sign` in its project"},
		{"tar czf unsigned.tar.gz -C find_files_empty/dist . && metnos plugin install unsigned.tar.gz", "unsigned.tar.gz has no signature"},
		{"metnos plugin sign find_files_empty && metnos plugin install find_files_empty && metnos plugin install old", "run `metnos plugin remove find_files_empty` first"},
		{"metnos plugin remove find_files", "cannot be removed"},
	} {
		out, err := s.try(c.line)
		if err == nil || !strings.Contains(out, c.says) || strings.Contains(out, "plugin remove dist") {
			t.Errorf("%s: %v, want %q in\n%s", c.line, err, c.says, out)
		}
	}
	s.run("metnos plugin remove find_files_empty && metnos plugin install old")
	if r := s.states()["find_files_empty"]; r.State != "active" || !strings.HasPrefix(r.Version, "0.1.0+") {
		t.Errorf("after removing: %+v", r)
	}
}

// A backup older than a plugin does not break it.
func TestRestoreKeepsPlugins(t *testing.T) {
	s := newShell(t)
	s.run("metnos key generate --publisher acme && metnos key trust .local/share/metnos/keys/public/*.pub && metnos backup")
	s.run("metnos plugin new find_files_empty && cd find_files_empty && metnos plugin build && metnos plugin sign && metnos plugin install dist")
	s.run("metnos restore $(ls .local/share/metnos/snapshots | head -1)")
	if r := s.states()["find_files_empty"]; r.State != "active" {
		t.Errorf("after restoring: %+v", r)
	}
}

func TestUnsignedPluginOfAnOlderVersionCanBeSigned(t *testing.T) {
	s := newShell(t)
	s.run("metnos key generate --publisher acme && metnos key trust .local/share/metnos/keys/public/*.pub")
	s.run("metnos plugin new find_files_empty && cd find_files_empty && metnos plugin build")
	dir := ".local/share/metnos/catalog/find_files_empty"
	store := `.local/share/metnos/store/sha256-$(sha256sum find_files_empty/dist/plugin | cut -d" " -f1)`
	s.run("mkdir -p " + dir + " " + store + " && cp find_files_empty/dist/manifest.toml " + dir + " && cp find_files_empty/dist/plugin " + store)
	r := s.states()["find_files_empty"]
	if r.Why == nil || r.Why.Code != "signature_missing" || !strings.HasSuffix(r.Why.Params["dir"], dir) {
		t.Fatalf("unsigned: %+v", r)
	}
	s.run("metnos plugin sign " + dir)
	if r := s.states()["find_files_empty"]; r.State != "active" {
		t.Errorf("signed by the administrator: %+v", r)
	}
}

func TestKeysInJSON(t *testing.T) {
	s := newShell(t)
	s.run("metnos key generate --role importer --publisher local --expires 8760h")
	var rows []keyRow
	if err := json.Unmarshal([]byte(s.run("metnos --json key list")), &rows); err != nil {
		t.Fatal(err)
	}
	var own keyRow
	for _, r := range rows {
		if r.Own {
			own = r
		}
	}
	if own.Role != "importer" || own.Publisher != "local" || own.Trusted || own.Expires.IsZero() {
		t.Errorf("%+v", rows)
	}
	if out, err := s.try("metnos key generate --role king"); err == nil || !strings.Contains(out, "quarantine") {
		t.Errorf("a role that does not exist: %v\n%s", err, out)
	}
	if out, err := s.try("metnos key revoke nonsense --reason x"); err == nil || !strings.Contains(out, "metnos key list") {
		t.Errorf("a bad id: %v\n%s", err, out)
	}
}

// A new version that may do more is installed only when the person says so, and they are told what is new.
func TestAWiderVersionIsAskedAbout(t *testing.T) {
	s := withPlugin(t)
	s.run(`cd find_files_empty && sed -i 's/"0.1.0"/"0.2.0"/' manifest.toml && printf '\n[[capabilities]]\nname = "network:http"\nhosts = ["api.example.org"]\n' >> manifest.toml && metnos plugin build && metnos plugin sign`)
	out, err := s.try("metnos plugin install find_files_empty")
	if err == nil || !strings.Contains(out, "network:http api.example.org") || !strings.Contains(out, "--allow-wider") {
		t.Errorf("%v\n%s", err, out)
	}
	s.run("metnos plugin install --allow-wider find_files_empty")
	if r := s.states()["find_files_empty"]; r.State != "active" || !strings.HasPrefix(r.Version, "0.2.0+") {
		t.Errorf("after the person agreed: %+v", r)
	}
}
