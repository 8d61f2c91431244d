package passkeys

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// device is an authenticator whose every word can be a lie.
type device struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte
	count  uint32
	origin string
	site   string
	flags  byte
}

const (
	present  = 0x01
	verified = 0x04
	attested = 0x40
)

func newDevice(t *testing.T) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 32)
	_, _ = rand.Read(id)
	return &device{t: t, key: key, id: id, count: 1, origin: home, site: "localhost", flags: present | verified}
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func (d *device) client(kind, challenge string) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.origin, "crossOrigin": false})
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}

func (d *device) data(flags byte) []byte {
	sum := sha256.Sum256([]byte(d.site))
	return binary.BigEndian.AppendUint32(append(sum[:], flags), d.count)
}

// make answers creation options.
func (d *device) make(options json.RawMessage) []byte {
	d.t.Helper()
	var o struct {
		Challenge string
		User      struct{ ID string }
	}
	if err := json.Unmarshal(options, &o); err != nil {
		d.t.Fatal(err)
	}
	var err error
	if d.handle, err = base64.RawURLEncoding.DecodeString(o.User.ID); err != nil {
		d.t.Fatal(err)
	}
	public, err := d.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		d.t.Fatal(err)
	}
	key, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: public[1:33], -3: public[33:]})
	if err != nil {
		d.t.Fatal(err)
	}
	data := append(d.data(d.flags|attested), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(d.id))), d.id...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": append(data, key...)})
	if err != nil {
		d.t.Fatal(err)
	}
	d.count++
	return d.answer(map[string]any{"clientDataJSON": b64(d.client("webauthn.create", o.Challenge)), "attestationObject": b64(object)})
}

// sign answers request options.
func (d *device) sign(options json.RawMessage) []byte {
	d.t.Helper()
	var o struct{ Challenge string }
	if err := json.Unmarshal(options, &o); err != nil {
		d.t.Fatal(err)
	}
	client, data := d.client("webauthn.get", o.Challenge), d.data(d.flags)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, sum[:])
	if err != nil {
		d.t.Fatal(err)
	}
	d.count++
	return d.answer(map[string]any{"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(d.handle)})
}

func (d *device) answer(response map[string]any) []byte {
	text, err := json.Marshal(map[string]any{"id": b64(d.id), "rawId": b64(d.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{"credProps": map[string]any{"rk": true}}})
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}
