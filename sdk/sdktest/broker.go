package sdktest

import (
	"context"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest/keeper"
)

// Broker is a core's broker for tests: pre-images are kept in memory, secrets and answers are those given,
// the network is refused unless Connect allows it.
type Broker struct {
	Secrets map[string]sdk.Secret
	Answer  func(sdk.Question) sdk.Answer
	Connect func(ctx context.Context, network, address string) (net.Conn, error)
	Own     sdk.Self // nil: a keeper of its own, with the tasks every test finds

	mu      sync.Mutex
	kept    map[string]preimage
	reports int
}

type preimage struct {
	data []byte
	mode os.FileMode
}

var _ sdk.Host = (*Broker)(nil)

func refused(what string) *sdk.Error {
	return sdk.Errorf(sdk.PolicyDenied, "not_in_test", "this test grants no %s", what).With("what", what)
}

// HTTP is never asked of the core's side.
func (b *Broker) HTTP() *http.Client { return nil }

// Files is never asked of the core's side.
func (b *Broker) Files() sdk.Files { return nil }

// Dial connects if Connect does.
func (b *Broker) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if b.Connect == nil {
		return nil, refused("network")
	}
	return b.Connect(ctx, network, address)
}

// Credential returns one of Secrets.
func (b *Broker) Credential(_ context.Context, name string) (sdk.Secret, error) {
	if s, ok := b.Secrets[name]; ok {
		return s, nil
	}
	return nil, refused("credential")
}

// Backup keeps the content and mode of a file.
func (b *Broker) Backup(_ context.Context, path string) (string, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return "", sdk.Errorf(sdk.NotFound, "file_not_found", "%w", err).With("path", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", sdk.Errorf(sdk.IOError, "io_failed", "%w", err).With("path", path)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.kept == nil {
		b.kept = map[string]preimage{}
	}
	ref := "preimage-" + strconv.Itoa(len(b.kept)+1)
	b.kept[ref] = preimage{data, fi.Mode().Perm()}
	return ref, nil
}

// Restore writes a kept content back.
func (b *Broker) Restore(_ context.Context, ref, path string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	old, ok := b.kept[ref]
	if !ok {
		return sdk.Errorf(sdk.NotFound, "preimage_missing", "no pre-image %q was kept", ref).With("path", path)
	}
	if err := os.WriteFile(path, old.data, old.mode); err != nil {
		return sdk.Errorf(sdk.IOError, "io_failed", "%w", err).With("path", path)
	}
	return nil
}

// Progress counts the reports.
func (b *Broker) Progress(int64, int64, string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reports++
}

// Reports is how often Progress was called.
func (b *Broker) Reports() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reports
}

// Self is Own.
func (b *Broker) Self() sdk.Self {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.Own == nil {
		b.Own = keeper.New()
	}
	return b.Own
}

// Ask answers with Answer.
func (b *Broker) Ask(_ context.Context, q sdk.Question) (sdk.Answer, error) {
	if b.Answer == nil {
		return sdk.Answer{}, refused("questions")
	}
	return b.Answer(q), nil
}
