package front

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/google/renameio/v2"

	"github.com/metnos/metnos/sdk"
)

const (
	ownLife = 2 * 365 * 24 * time.Hour
	renewal = 30 * 24 * time.Hour // before its end a certificate made here is made again
	relook  = time.Minute         // how often a file may be looked at
)

// Certificate is what the front shows. It is safe for concurrent use.
type Certificate struct {
	cert, key string
	now       func() time.Time

	mu     sync.Mutex
	held   *tls.Certificate
	read   time.Time // modification of the files when held was read
	looked time.Time
}

// Files reads a certificate chain and its key, both PEM. They are read again when they change; while the new ones
// cannot be read, the old ones hold.
func Files(cert, key string, now func() time.Time) (*Certificate, error) {
	if cert == "" || key == "" {
		return nil, sdk.Errorf(sdk.WrongArgs, "tls_pair", "a certificate needs its key")
	}
	c := &Certificate{cert: cert, key: key, now: now}
	return c, c.load()
}

// Own reads the certificate kept in the folder, or makes one for the names when there is none, it is about to end, or
// it does not cover them.
func Own(folder string, names []string, now func() time.Time) (*Certificate, error) {
	path := filepath.Join(folder, "own.pem")
	c := &Certificate{cert: path, key: path, now: now}
	err := c.load()
	if err == nil && covers(c.held.Leaf, names) && now().Before(c.held.Leaf.NotAfter.Add(-renewal)) && !now().Before(c.held.Leaf.NotBefore) {
		return c, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err // a damaged file is for a person to look at: their browsers know what was in it
	}
	text, err := makeOwn(names, now())
	if err == nil {
		if err = os.MkdirAll(folder, 0o700); err == nil {
			err = renameio.WriteFile(path, text, 0o600)
		}
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "tls_own", "%w", err).With("path", path)
	}
	return c, c.load()
}

func covers(leaf *x509.Certificate, names []string) bool {
	for _, name := range names {
		if leaf.VerifyHostname(name) != nil {
			return false
		}
	}
	return true
}

// makeOwn is a new key with its certificate, PEM.
func makeOwn(names []string, now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "metnos"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(ownLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, // not an authority: trusting it trusts this page alone
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...), nil
}

// load reads the files; the caller holds the lock, or nobody else has c yet.
func (c *Certificate) load() error {
	stamp, err := c.stamp()
	if err != nil {
		return c.fault(err)
	}
	if err := c.secret(); err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err == nil && pair.Leaf == nil {
		pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0])
	}
	if err != nil {
		return c.fault(err)
	}
	c.held, c.read, c.looked = &pair, stamp, c.now()
	return nil
}

// secret refuses a key that other users of the machine may read.
func (c *Certificate) secret() error {
	info, err := os.Stat(c.key)
	if err != nil {
		return c.fault(err)
	}
	if info.Mode().Perm()&0o007 != 0 {
		return sdk.Errorf(sdk.PolicyDenied, "tls_key_open", "%s is open to everybody", c.key).With("path", c.key)
	}
	return nil
}

func (c *Certificate) fault(err error) error {
	return sdk.Errorf(sdk.IOError, "tls_unreadable", "%w", err).With("cert", c.cert).With("key", c.key)
}

// stamp is when the files changed last.
func (c *Certificate) stamp() (time.Time, error) {
	var latest time.Time
	for _, path := range []string{c.cert, c.key} {
		info, err := os.Stat(path)
		if err != nil {
			return latest, err
		}
		if info.ModTime().After(latest) {
			latest = info.ModTime()
		}
	}
	return latest, nil
}

// get is the certificate of the moment.
func (c *Certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.looked) >= relook {
		c.looked = now
		if stamp, err := c.stamp(); err == nil && !stamp.Equal(c.read) {
			_ = c.load() // the old one holds
		}
	}
	return c.held, nil
}

// Fingerprint is the SHA-256 of the certificate, as browsers show it: AB:CD:…
func (c *Certificate) Fingerprint() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := sha256.Sum256(c.held.Certificate[0])
	var parts []string
	for _, b := range sum {
		parts = append(parts, fmt.Sprintf("%02X", b))
	}
	return strings.Join(parts, ":")
}

// Ends is when the certificate stops being valid.
func (c *Certificate) Ends() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held.Leaf.NotAfter
}
