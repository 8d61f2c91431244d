package broker

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

type vault map[core.Owner]map[string]sdk.Secret

func (v vault) Credential(_ context.Context, owner core.Owner, name string) (sdk.Secret, error) {
	s, ok := v[owner][name]
	if !ok {
		return nil, sdk.Errorf(sdk.AuthRequired, "credential_missing", "no %s", name)
	}
	return s, nil
}

func TestCredential(t *testing.T) {
	v := vault{"anna": {"imap": {"password": "annas"}, "imap-work": {"password": "work"}}, "bruno": {"imap": {"password": "brunos"}}}
	b := New(Config{Vault: v})
	get := func(s Scope, name string) (string, error) {
		secret, err := b.Session(s).Credential(context.Background(), name)
		return secret["password"], err
	}
	declared := []string{"imap"}
	if p, err := get(Scope{Owner: "anna", Credentials: declared}, "imap"); p != "annas" || err != nil {
		t.Errorf("%q %v", p, err)
	}
	if p, err := get(Scope{Owner: "bruno", Credentials: declared}, "imap"); p != "brunos" || err != nil {
		t.Errorf("%q %v", p, err)
	}
	if p, err := get(Scope{Owner: "anna", Credentials: declared, Config: map[string]any{"credential": "imap-work"}}, "imap"); p != "work" || err != nil {
		t.Errorf("%q %v", p, err)
	}
	_, err := get(Scope{Owner: "anna", Credentials: declared}, "imap-work")
	wants(t, err, sdk.PolicyDenied, "credential_not_declared")
	_, err = get(Scope{Owner: "anna"}, "imap")
	wants(t, err, sdk.PolicyDenied, "credential_not_declared")
	_, err = get(Scope{Owner: "carla", Credentials: declared}, "imap")
	wants(t, err, sdk.AuthRequired, "credential_missing")
	_, err = New(Config{}).Session(Scope{Owner: "anna", Credentials: declared}).Credential(context.Background(), "imap")
	wants(t, err, sdk.AuthRequired, "credential_missing")
}

// kept is a journal in memory and one scratch folder.
type kept struct {
	dir   string
	files map[string][]byte
}

func (k *kept) KeepFrom(owner core.Owner, turn, path string, content io.Reader, _ fs.FileInfo) (string, error) {
	b, err := io.ReadAll(content)
	ref := string(owner) + "/" + turn + "/" + filepath.Base(path)
	k.files[ref] = b
	return ref, err
}

func (k *kept) Pre(owner core.Owner, ref string) (*os.File, error) {
	b, ok := k.files[ref]
	if !ok || !bytes.HasPrefix([]byte(ref), []byte(owner+"/")) {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "no %s", ref)
	}
	name := filepath.Join(k.dir, "pre")
	if err := os.WriteFile(name, b, 0o600); err != nil {
		return nil, err
	}
	return os.Open(name)
}

func TestBackupAndRestore(t *testing.T) {
	home, outside := t.TempDir(), t.TempDir()
	path := filepath.Join(home, "a.txt")
	write := func(p, s string) {
		t.Helper()
		if err := os.WriteFile(p, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(path, "before")
	write(filepath.Join(outside, "secret"), "secret")
	write(filepath.Join(home, "denied"), "denied")
	if err := os.Symlink(filepath.Join(outside, "secret"), filepath.Join(home, "link")); err != nil {
		t.Fatal(err)
	}
	k := &kept{dir: t.TempDir(), files: map[string][]byte{}}
	b := New(Config{Preimages: k})
	scope := Scope{Owner: "anna", Turn: "t1", Executor: "x", Roots: []sdk.Root{{Path: home, Write: true}}, Deny: []string{filepath.Join(home, "denied")}}
	s := b.Session(scope)
	defer s.Close()
	ctx := context.Background()
	ref, err := s.Backup(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{filepath.Join(outside, "secret"), filepath.Join(home, "link"), filepath.Join(home, "denied"), filepath.Join(home, "..", filepath.Base(outside), "secret")} {
		if got, err := s.Backup(ctx, p); err == nil {
			t.Errorf("%s was kept as %s", p, got)
		}
		if err := s.Restore(ctx, ref, p); err == nil {
			t.Errorf("something was restored at %s", p)
		}
	}
	write(path, "after")
	if err := s.Restore(ctx, ref, path); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "before" {
		t.Errorf("restored %q", got)
	}
	other := scope
	other.Owner = "bruno"
	thief := b.Session(other)
	defer thief.Close()
	if err := thief.Restore(ctx, ref, path); err == nil {
		t.Error("another owner restored it")
	}
	readOnly := scope
	readOnly.Roots = []sdk.Root{{Path: home}}
	reader := b.Session(readOnly)
	defer reader.Close()
	_, err = reader.Backup(ctx, path)
	wants(t, err, sdk.PermissionDenied, "root_read_only")
	ended, end := context.WithCancel(ctx)
	end()
	_, err = s.Backup(ended, path)
	wants(t, err, sdk.Cancelled, "cancelled")
	small := New(Config{Preimages: k, BackupBytes: 3}).Session(scope)
	defer small.Close()
	_, err = small.Backup(ctx, path)
	wants(t, err, sdk.Quota, "backup_too_large")
	if err := reader.Restore(ctx, ref, path); err == nil {
		t.Error("restored below a read-only root")
	}
	_, err = New(Config{}).Session(scope).Backup(ctx, path)
	wants(t, err, sdk.Unavailable, "undo_unavailable")
	if got, _ := os.ReadFile(filepath.Join(outside, "secret")); string(got) != "secret" {
		t.Errorf("outside: %q", got)
	}
}

func TestProgressIsNotTooFrequent(t *testing.T) {
	var notes []int64
	s := New(Config{ProgressEach: time.Hour}).Session(Scope{Progress: func(done, _ int64, _ string) { notes = append(notes, done) }})
	for i := range int64(101) {
		s.Progress(i, 100, "")
	}
	if len(notes) != 2 || notes[0] != 0 || notes[1] != 100 {
		t.Errorf("notes %v, want the first and the last", notes)
	}
	New(Config{}).Session(Scope{}).Progress(1, 2, "nobody listens")
}

func TestAskWithoutAnyone(t *testing.T) {
	_, err := New(Config{}).Session(Scope{}).Ask(context.Background(), sdk.Question{})
	wants(t, err, sdk.Unavailable, "nobody_to_ask")
}
