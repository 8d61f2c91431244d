package front

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// house is a front before an echo that says whom it was told it speaks to.
func house(t *testing.T) (address string, cert *Certificate) {
	t.Helper()
	cert, err := Own(filepath.Join(t.TempDir(), "tls"), []string{"localhost", "127.0.0.1"}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	outer, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Listen(outer, cert, t.TempDir(), []string{"localhost", "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	file, err := f.File()
	if err != nil {
		t.Fatal(err)
	}
	channel, err := net.FileListener(file)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	t.Cleanup(func() {
		channel.Close()
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	go func() {
		for {
			conn, err := channel.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				var head [PrefaceSize]byte
				if _, err := io.ReadFull(conn, head[:]); err != nil {
					return
				}
				fmt.Fprintf(conn, "%d.%d.%d.%d:%d\n", head[12], head[13], head[14], head[15], int(head[16])<<8|int(head[17]))
				_, _ = io.Copy(conn, conn)
			}()
		}
	}()
	return outer.Addr().String(), cert
}

func trust(cert *Certificate) *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(cert.held.Leaf)
	return &tls.Config{RootCAs: pool, ServerName: "localhost"}
}

func TestFrontCarriesBothWaysAndNamesThePeer(t *testing.T) {
	address, cert := house(t)
	conn, err := tls.Dial("tcp", address, trust(cert))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	if peer, _ := r.ReadString('\n'); strings.TrimSpace(peer) != conn.LocalAddr().String() {
		t.Errorf("the channel was told %q, the peer is %s", peer, conn.LocalAddr())
	}
	sent := bytes.Repeat([]byte("0123456789abcdef"), 1<<14)
	go func() { _, _ = conn.Write(sent); _ = conn.CloseWrite() }()
	got, err := io.ReadAll(r)
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes came back of %d: %v", len(got), len(sent), err)
	}
}

// A browser that forgot the s is sent on at our own names alone, and nothing of its request reaches the channel.
func TestFrontSendsPlainRequestsOn(t *testing.T) {
	address, _ := house(t)
	_, port, _ := net.SplitHostPort(address)
	for _, c := range []struct {
		method, host string
		status       int
		location     string
	}{
		{"GET", "localhost:" + port, http.StatusTemporaryRedirect, "https://localhost:" + port + "/signin?t=x"},
		{"GET", "evil.example", http.StatusMisdirectedRequest, ""},
		{"POST", "localhost:" + port, http.StatusMisdirectedRequest, ""},
	} {
		req, _ := http.NewRequest(c.method, "http://"+address+"/signin?t=x", nil)
		req.Host = c.host
		resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != c.status || resp.Header.Get("Location") != c.location || len(body) != 0 {
			t.Errorf("%s %s: %s to %q, %q", c.method, c.host, resp.Status, resp.Header.Get("Location"), body)
		}
	}
}

// Strangers that say nothing keep nobody waiting.
func TestFrontIsNotHeldBySilence(t *testing.T) {
	address, cert := house(t)
	for range 50 {
		silent, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: 5 * time.Second}, "tcp", address, trust(cert))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

func TestFrontRefusesOldTLS(t *testing.T) {
	address, cert := house(t)
	old := trust(cert)
	old.MinVersion, old.MaxVersion = tls.VersionTLS11, tls.VersionTLS11
	if conn, err := tls.Dial("tcp", address, old); err == nil {
		conn.Close()
		t.Error("TLS 1.1 was agreed on")
	}
}

// A certificate made here is kept, closed to others, and made again only when it ends or does not cover a name.
func TestOwnCertificateIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tls")
	now := time.Now()
	clock := func() time.Time { return now }
	first, err := Own(folder, []string{"casa.local", "192.168.1.10"}, clock)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(folder, "own.pem"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key has mode %v: %v", info.Mode(), err)
	}
	if first.held.Leaf.IsCA {
		t.Error("it could sign others")
	}
	again, err := Own(folder, []string{"192.168.1.10"}, clock)
	if err != nil || again.Fingerprint() != first.Fingerprint() {
		t.Errorf("made again without need: %v", err)
	}
	more, err := Own(folder, []string{"192.168.1.11"}, clock)
	if err != nil || more.Fingerprint() == first.Fingerprint() || more.held.Leaf.VerifyHostname("192.168.1.11") != nil {
		t.Errorf("a new address is not covered: %v", err)
	}
	now = more.Ends().Add(-24 * time.Hour)
	late, err := Own(folder, []string{"192.168.1.11"}, clock)
	if err != nil || late.Fingerprint() == more.Fingerprint() || !late.Ends().After(now.Add(renewal)) {
		t.Errorf("not renewed before its end: %v", err)
	}
}

// Renewed files are taken up; unreadable ones are not, and the old pair holds.
func TestFilesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	write := func(name string) []byte {
		text, err := makeOwn([]string{name}, now)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "pair.pem"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		return text
	}
	path := filepath.Join(dir, "pair.pem")
	write("one.example")
	c, err := Files(path, path, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	shows := func(want string) {
		t.Helper()
		got, err := c.get(nil)
		if err != nil || !slices.Contains(got.Leaf.DNSNames, want) {
			t.Errorf("it shows %v, want %s", got.Leaf.DNSNames, want)
		}
	}
	write("two.example")
	_ = os.Chtimes(path, now.Add(time.Hour), now.Add(time.Hour))
	shows("one.example") // not looked at more than once a minute
	now = now.Add(2 * relook)
	shows("two.example")
	if err := os.WriteFile(path, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * relook)
	shows("two.example")
}

func TestFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pair.pem")
	text, err := makeOwn([]string{"one.example"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	_ = os.WriteFile(path, text, 0o600)
	_ = os.Chmod(path, 0o644)
	half := filepath.Join(dir, "half.pem")
	_ = os.WriteFile(half, text[:40], 0o600)
	for name, c := range map[string]struct {
		cert, key, code string
	}{
		"no key":      {path, "", "tls_pair"},
		"open key":    {path, path, "tls_key_open"},
		"not there":   {filepath.Join(dir, "none"), path, "tls_unreadable"},
		"not a chain": {half, half, "tls_unreadable"},
	} {
		_, err := Files(c.cert, c.key, time.Now)
		var fault *sdk.Error
		if !errors.As(err, &fault) || fault.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

func TestNamesOfAnAddress(t *testing.T) {
	for address, c := range map[string]struct {
		has, not []string
	}{
		"127.0.0.1:1":    {[]string{"localhost", "127.0.0.1"}, []string{"", "0.0.0.0"}},
		"192.0.2.7:1":    {[]string{"192.0.2.7", "localhost"}, []string{"0.0.0.0"}},
		"0.0.0.0:1":      {[]string{"localhost"}, []string{"0.0.0.0", "::"}},
		"Casa.Example:1": {[]string{"casa.example"}, []string{"Casa.Example"}},
	} {
		names := Names(address)
		for _, n := range c.has {
			if !slices.Contains(names, n) {
				t.Errorf("%s: %v misses %s", address, names, n)
			}
		}
		for _, n := range c.not {
			if slices.Contains(names, n) {
				t.Errorf("%s: %v has %q", address, names, n)
			}
		}
	}
	if got := Names("192.0.2.7:1"); got[0] != "192.0.2.7" {
		t.Errorf("shown first: %v", got)
	}
}
