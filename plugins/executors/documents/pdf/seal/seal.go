package seal

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
)

// The ways streams and strings are enciphered.
const (
	Plain = iota
	RC4
	AES
	AES256
)

// Pad fills a password up.
var Pad = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// Proof is what the file keeps to recognise the key.
func Proof(key, id []byte, revision int) []byte {
	if revision < 3 {
		return rc4ed(key, Pad)[:16]
	}
	h := md5.New()
	h.Write(Pad)
	h.Write(id)
	out := h.Sum(nil)
	for i := range 20 {
		turned := make([]byte, len(key))
		for j := range key {
			turned[j] = key[j] ^ byte(i)
		}
		out = rc4ed(turned, out)
	}
	return out
}

func rc4ed(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// Digest is the digest of an empty password with a salt.
func Digest(salt []byte, revision int) []byte {
	first := sha256.Sum256(salt)
	k := first[:]
	if revision < 6 {
		return k
	}
	for round := 0; ; round++ {
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		data := bytes.Repeat(k, 64)
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(data, data)
		sum := 0
		for _, c := range data[:16] {
			sum += int(c)
		}
		switch sum % 3 {
		case 0:
			d := sha256.Sum256(data)
			k = d[:]
		case 1:
			d := sha512.Sum384(data)
			k = d[:]
		default:
			d := sha512.Sum512(data)
			k = d[:]
		}
		if round >= 63 && int(data[len(data)-1]) <= round-32+1 {
			return k[:32]
		}
	}
}

// Decipher deciphers the bytes of the object with a number and a generation, by the key of its file.
func Decipher(fileKey, data []byte, method, num, gen int) ([]byte, error) {
	key := fileKey
	if method == RC4 || method == AES {
		own := append(append([]byte{}, key...), byte(num), byte(num>>8), byte(num>>16), byte(gen), byte(gen>>8))
		if method == AES {
			own = append(own, "sAlT"...)
		}
		sum := md5.Sum(own)
		key = sum[:min(len(fileKey)+5, 16)]
	}
	switch method {
	case RC4:
		return rc4ed(key, data), nil
	case AES, AES256:
		if len(data) < 32 {
			return nil, nil
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		body := data[16 : len(data)-len(data)%16]
		out := make([]byte, len(body))
		cipher.NewCBCDecrypter(block, data[:16]).CryptBlocks(out, body)
		if fill := int(out[len(out)-1]); fill >= 1 && fill <= 16 {
			out = out[:len(out)-fill]
		}
		return out, nil
	}
	return data, nil
}
