package secret

import "strings"

// names are what a key is called that holds a secret, or ends in after a separator or before a capital.
var names = []string{
	"password", "passwd", "passphrase", "pwd", "psw", "pass", "passcode", "otp", "totp", "pin", "cvv", "secret", "token", "apikey", "api_key",
	"access_key", "private_key", "secret_key", "authorization", "auth_header", "cookie", "set_cookie", "bearer", "jwt", "one_time_code",
	"verification_code", "value_ref", "client_secret", "session_key", "parola_chiave", "codice_otp",
}

// longest is the size of a key that is spelled out on the stack.
const longest = 64

// Names reports whether a key names a secret. Counts of tokens do not.
func Names(key string) bool {
	var buffer [2 * longest]byte
	spelled := buffer[:0]
	if len(key) > longest {
		spelled = make([]byte, 0, 2*len(key))
	}
	spelled = spell(spelled, key)
	if strings.HasPrefix(string(spelled), "password_") {
		return true
	}
	for _, name := range names {
		if at := len(spelled) - len(name); at >= 0 && string(spelled[at:]) == name && (at == 0 || spelled[at-1] == '_') {
			return true
		}
	}
	return false
}

// spell appends a key in small letters, a line under where a word of it begins.
func spell(out []byte, key string) []byte {
	for i := range len(key) {
		switch c := key[i]; {
		case c >= 0x80:
			return spellAny(out[:0], key)
		case c == '-' || c == ' ' || c == '.':
			out = append(out, '_')
		case c >= 'A' && c <= 'Z':
			if i > 0 && (classOf(key[i-1]) == 'l' || classOf(key[i-1]) == 'd') {
				out = append(out, '_')
			}
			out = append(out, c|0x20)
		default:
			out = append(out, c)
		}
	}
	return out
}

// spellAny is spell for a key in any letters.
func spellAny(out []byte, key string) []byte {
	var words strings.Builder
	for i, r := range key {
		if i > 0 && r >= 'A' && r <= 'Z' && (classOf(key[i-1]) == 'l' || classOf(key[i-1]) == 'd') {
			words.WriteByte('_')
		}
		words.WriteRune(r)
	}
	lower := strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(strings.ToLower(words.String()))
	return append(out, lower...)
}
