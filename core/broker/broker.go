package broker

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files"
)

// Vault hands out an owner's secrets.
type Vault interface {
	Credential(ctx context.Context, owner core.Owner, name string) (sdk.Secret, error)
}

// Preimages keeps what files held before a call changed them.
type Preimages interface {
	// KeepFrom stores the content and returns its reference once it is on disk.
	KeepFrom(owner core.Owner, turn, path string, content io.Reader, info fs.FileInfo) (ref string, err error)
	// Pre opens a stored content after checking it; the caller closes it.
	Pre(owner core.Owner, ref string) (*os.File, error)
}

// Asker puts a question to the person of a turn and waits.
type Asker interface {
	Ask(ctx context.Context, owner core.Owner, turn string, q sdk.Question) (sdk.Answer, error)
}

// Config is what every session shares. Nil services refuse what needs them; zero limits take the defaults.
type Config struct {
	Vault     Vault
	Preimages Preimages
	Asker     Asker
	Resolve   func(ctx context.Context, host string) ([]netip.Addr, error) // nil: the system's resolver

	Connections  int           // open at a time in one call: 16
	Bytes        int64         // each way over one connection: 1 GiB
	BackupBytes  int64         // of one file kept for undo: 4 GiB
	DialTimeout  time.Duration // for one address: 10 s
	ProgressEach time.Duration // least time between two notes: 250 ms
}

// Broker makes sessions.
type Broker struct{ cfg Config }

// New makes a broker.
func New(cfg Config) *Broker {
	if cfg.Resolve == nil {
		cfg.Resolve = resolve
	}
	if cfg.Connections <= 0 {
		cfg.Connections = 16
	}
	if cfg.Bytes <= 0 {
		cfg.Bytes = 1 << 30
	}
	if cfg.BackupBytes <= 0 {
		cfg.BackupBytes = 4 << 30
	}
	if cfg.DialTimeout <= 0 {
		cfg.DialTimeout = 10 * time.Second
	}
	if cfg.ProgressEach <= 0 {
		cfg.ProgressEach = 250 * time.Millisecond
	}
	return &Broker{cfg: cfg}
}

// Scope is what one call may ask for.
type Scope struct {
	Owner       core.Owner
	Turn        string
	Executor    string
	Roots       []sdk.Root
	Deny        []string
	Hosts       []string       // of the signed manifest: "host:port", "*.example.org:443", "${config.host}:993"
	Credentials []string       // names the signed manifest declares
	Config      map[string]any // the instance's block: fills ${config.…} and names the credential
	Progress    func(done, total int64, note string)
	Self        sdk.Self // of the owner; nil: there is none
	Reads       bool     // the signed manifest declares metnos:read
	Writes      bool     // it declares metnos:write
}

// Session is the sdk.Host of one call.
type Session struct {
	broker *Broker
	scope  Scope
	rules  []rule
	slots  chan struct{}

	mu    sync.Mutex
	set   *files.Set
	noted time.Time
}

var (
	_ sdk.Host  = (*Session)(nil)
	_ io.Closer = (*Session)(nil)
)

// Session opens a session; the caller closes it when the call has ended.
func (b *Broker) Session(s Scope) *Session {
	return &Session{broker: b, scope: s, rules: rules(s.Hosts, s.Config), slots: make(chan struct{}, b.cfg.Connections)}
}

// Close frees what the session opened. Connections end with the call that holds them.
func (s *Session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.set != nil {
		_ = s.set.Close()
		s.set = nil
	}
	return nil
}

// HTTP returns a client whose connections all pass through Dial. Plugins have their own; this one serves
// executors that run inside the core's process in tests.
func (s *Session) HTTP() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: s.Dial, DisableKeepAlives: true, Proxy: nil}}
}

// Credential returns the owner's secret of a declared name. An instance whose block has a `credential`
// reads that one instead.
func (s *Session) Credential(ctx context.Context, name string) (sdk.Secret, error) {
	if !slices.Contains(s.scope.Credentials, name) {
		return nil, sdk.Errorf(sdk.PolicyDenied, "credential_not_declared", "the manifest of %s does not declare the credential %q", s.scope.Executor, name).
			With("executor", s.scope.Executor).With("credential", name)
	}
	if chosen, ok := s.scope.Config["credential"].(string); ok && chosen != "" {
		name = chosen
	}
	if s.broker.cfg.Vault == nil {
		return nil, sdk.Errorf(sdk.AuthRequired, "credential_missing", "there is no vault").With("credential", name)
	}
	return s.broker.cfg.Vault.Credential(ctx, s.scope.Owner, name)
}

// Files reaches the granted roots from the core's side.
func (s *Session) Files() sdk.Files {
	set, err := s.files()
	if err != nil {
		set, _ = files.Open(nil, nil)
	}
	return set
}

func (s *Session) files() (*files.Set, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.set == nil {
		set, err := files.Open(s.scope.Roots, s.scope.Deny)
		if err != nil {
			return nil, err
		}
		s.set = set
	}
	return s.set, nil
}

// Backup stores what a file of a writable root holds and returns its reference: what cannot be changed needs
// no copy.
func (s *Session) Backup(ctx context.Context, path string) (string, error) {
	if s.broker.cfg.Preimages == nil {
		return "", sdk.Errorf(sdk.Unavailable, "undo_unavailable", "there is no undo journal")
	}
	set, err := s.files()
	if err != nil {
		return "", err
	}
	inWritable := func(r sdk.Root) bool { return r.Write && sandbox.Within(filepath.Clean(path), r.Path) }
	if !slices.ContainsFunc(s.scope.Roots, inWritable) {
		return "", sdk.Errorf(sdk.PermissionDenied, "root_read_only", "a copy of %s, which %s may not change", path, s.scope.Executor).With("path", path)
	}
	f, err := set.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", sdk.Errorf(sdk.IOError, "file_unreadable", "%w", err).With("path", path)
	}
	content := &bounded{ctx: ctx, from: f, path: path, left: s.broker.cfg.BackupBytes}
	if info.Size() > content.left {
		return "", content.tooLarge()
	}
	return s.broker.cfg.Preimages.KeepFrom(s.scope.Owner, s.scope.Turn, path, content, info)
}

// bounded reads a file until the call ends, or the file turns out larger than may be kept.
type bounded struct {
	ctx  context.Context
	from io.Reader
	path string
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.ctx.Err() != nil {
		return 0, sdk.Errorf(sdk.Cancelled, "cancelled", "%w", b.ctx.Err())
	}
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, b.tooLarge()
	}
	return n, err
}

func (b *bounded) tooLarge() error {
	return sdk.Errorf(sdk.Quota, "backup_too_large", "%s is larger than a copy for undo may be", b.path).With("path", b.path)
}

// Restore puts a stored content back at a path of a writable root, atomically, with the time the file had.
func (s *Session) Restore(_ context.Context, ref, path string) error {
	if s.broker.cfg.Preimages == nil {
		return sdk.Errorf(sdk.Unavailable, "undo_unavailable", "there is no undo journal")
	}
	set, err := s.files()
	if err != nil {
		return err
	}
	src, err := s.broker.cfg.Preimages.Pre(s.scope.Owner, ref)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := set.Replace(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(dst, src); err != nil {
		_ = dst.Abort()
		return sdk.Errorf(sdk.IOError, "file_unwritable", "restoring: %w", err).With("path", path)
	}
	if err := dst.Close(); err != nil {
		return err
	}
	if info, err := src.Stat(); err == nil {
		return set.Chtimes(path, info.ModTime(), info.ModTime())
	}
	return nil
}

// Progress passes a note on, not too often; the last one always.
func (s *Session) Progress(done, total int64, note string) {
	if s.scope.Progress == nil {
		return
	}
	s.mu.Lock()
	now := time.Now()
	skip := now.Sub(s.noted) < s.broker.cfg.ProgressEach && (total == 0 || done < total)
	if !skip {
		s.noted = now
	}
	s.mu.Unlock()
	if !skip {
		s.scope.Progress(done, total, note)
	}
}

// Ask puts a question to the person of the turn.
func (s *Session) Ask(ctx context.Context, q sdk.Question) (sdk.Answer, error) {
	if s.broker.cfg.Asker == nil {
		return sdk.Answer{}, sdk.Errorf(sdk.Unavailable, "nobody_to_ask", "nobody can be asked during this call")
	}
	return s.broker.cfg.Asker.Ask(ctx, s.scope.Owner, s.scope.Turn, q)
}
