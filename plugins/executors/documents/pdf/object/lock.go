package object

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"encoding/binary"
	"errors"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/documents/pdf/seal"
)

// lock deciphers a file that opens without a password: most that are protected only ask not to be changed.
type lock struct {
	key              []byte
	streams, strings int
	dict             int // number of the dictionary that describes it: not enciphered itself
}

// unlock prepares the deciphering of a file that is protected.
func (f *File) unlock() error {
	if f.Trailer["Encrypt"] == nil {
		return nil
	}
	e := f.Dict(f.Trailer["Encrypt"])
	if e == nil || f.Name(e["Filter"]) != "Standard" {
		return paper.Locked()
	}
	l := &lock{streams: seal.RC4, strings: seal.RC4}
	if ref, ok := f.Trailer["Encrypt"].(Ref); ok {
		l.dict = ref.Num
	}
	version, revision := f.Int(e["V"]), f.Int(e["R"])
	length := f.Int(e["Length"]) / 8
	switch version {
	case 1:
		length = 5
	case 2, 3:
	case 4, 5:
		l.streams, l.strings = f.method(e, "StmF"), f.method(e, "StrF")
		length = 16
	default:
		return paper.Locked()
	}
	if length < 5 || length > 16 {
		length = 5
	}
	if revision >= 5 {
		l.key = f.key256(e, revision)
	} else {
		l.key = f.key128(e, revision, length)
	}
	if l.key == nil {
		return paper.Locked()
	}
	f.lock = l
	clear(f.cache)
	return nil
}

// method is how what a name of the dictionary stands for is enciphered.
func (f *File) method(e Dict, use Name) int {
	name := f.Name(e[use])
	if name == "" || name == "Identity" {
		return seal.Plain
	}
	switch f.Name(f.Dict(f.Dict(e["CF"])[name])["CFM"]) {
	case "V2":
		return seal.RC4
	case "AESV2":
		return seal.AES
	case "AESV3":
		return seal.AES256
	}
	return seal.Plain
}

func (f *File) bytes(v any) []byte {
	s, _ := f.Resolve(v).(String)
	return []byte(s)
}

// key128 is the key of older files, nil when they need a password.
func (f *File) key128(e Dict, revision, length int) []byte {
	o, u := f.bytes(e["O"]), f.bytes(e["U"])
	if len(o) < 32 || len(u) < 16 {
		return nil
	}
	var id []byte
	if ids := f.Array(f.Trailer["ID"]); len(ids) > 0 {
		id = f.bytes(ids[0])
	}
	var rights [4]byte
	binary.LittleEndian.PutUint32(rights[:], uint32(int64(f.Number(e["P"]))))
	h := md5.New()
	for _, part := range [][]byte{seal.Pad, o[:32], rights[:], id} {
		h.Write(part)
	}
	if open, said := f.Resolve(e["EncryptMetadata"]).(bool); revision >= 4 && said && !open {
		h.Write([]byte{0xff, 0xff, 0xff, 0xff})
	}
	key := h.Sum(nil)
	if revision >= 3 {
		for range 50 {
			sum := md5.Sum(key[:length])
			key = sum[:]
		}
	}
	key = key[:length]
	if !bytes.Equal(seal.Proof(key, id, revision), u[:len(seal.Proof(key, id, revision))]) {
		return nil
	}
	return key
}

// key256 is the key of newer files, nil when they need a password.
func (f *File) key256(e Dict, revision int) []byte {
	u, ue := f.bytes(e["U"]), f.bytes(e["UE"])
	if len(u) < 48 || len(ue) < 32 {
		return nil
	}
	if !bytes.Equal(seal.Digest(u[32:40], revision), u[:32]) {
		return nil
	}
	block, err := aes.NewCipher(seal.Digest(u[40:48], revision))
	if err != nil {
		return nil
	}
	key := make([]byte, 32)
	cipher.NewCBCDecrypter(block, make([]byte, 16)).CryptBlocks(key, ue[:32])
	return key
}

func (f *File) decipherStream(s *Stream, raw []byte) ([]byte, error) {
	if f.lock == nil || s.ref.Num == 0 || f.lock.streams == seal.Plain || s.Dict["Type"] == Name("XRef") {
		return raw, nil
	}
	if names, _ := f.filters(s); len(names) > 0 && names[0] == "Crypt" {
		return raw, nil
	}
	if f.left -= len(raw); f.left < 0 {
		return nil, errAll
	}
	out, err := seal.Decipher(f.lock.key, raw, f.lock.streams, s.ref.Num, s.ref.Gen)
	if err != nil {
		return nil, errors.Join(errSyntax, err)
	}
	return out, nil
}

// decipherAll deciphers the strings of an object, in place where it can.
func (f *File) decipherAll(v any, ref Ref, depth int) any {
	if f.lock == nil || f.lock.strings == seal.Plain || ref.Num == f.lock.dict || depth > maxDepth {
		return v
	}
	switch v := v.(type) {
	case String:
		out, err := seal.Decipher(f.lock.key, []byte(v), f.lock.strings, ref.Num, ref.Gen)
		if err != nil {
			return v
		}
		return String(out)
	case Array:
		for i, item := range v {
			v[i] = f.decipherAll(item, ref, depth+1)
		}
	case Dict:
		for key, item := range v {
			v[key] = f.decipherAll(item, ref, depth+1)
		}
	}
	return v
}
