package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// link is the end of the chain: what the next line follows.
type link struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

const (
	hashOpens = `,"hash":"`
	hashEnds  = `"}`
	hashTail  = len(hashOpens) + 2*sha256.Size + len(hashEnds)
)

// envelope is a line before its hash. Record is canonical JSON: keys sorted, no spaces.
type envelope struct {
	Seq      int64           `json:"seq"`
	Prev     string          `json:"prev"`
	Redacted int             `json:"redacted"`
	Record   json.RawMessage `json:"record"`
}

// chained returns the line that follows after, newline included, and the new end of the chain. The line is the JSON of
// an envelope, whose record is canonical already.
func chained(after link, record json.RawMessage, redacted int) ([]byte, link) {
	prev, _ := json.Marshal(after.Hash) // a text always has a form
	line := make([]byte, 0, len(record)+2*hashTail+headBytes)
	line = fmt.Appendf(line, `{"seq":%d,"prev":%s,"redacted":%d,"record":`, after.Seq+1, prev, redacted)
	line = append(append(line, record...), '}')
	hash := hashOf(after.Hash, line)
	line = append(line[:len(line)-1], hashOpens+hash+hashEnds+"\n"...)
	return line, link{after.Seq + 1, hash}
}

// hashOf binds a line to the one before. body is the line as it was before the hash went in.
func hashOf(prev string, body []byte) string {
	h := sha256.New()
	h.Write([]byte(prev))
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

// unchained reads a line without its newline. ok is false when its hash does not fit its bytes; err says
// that it is no line at all.
func unchained(line []byte) (head envelope, end link, ok bool, err error) {
	at := len(line) - hashTail
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(hashOpens)) || !bytes.HasSuffix(line, []byte(hashEnds)) {
		return head, end, false, errors.New("no hash at the end")
	}
	body := append(bytes.Clone(line[:at]), '}')
	if err := json.Unmarshal(body, &head); err != nil {
		return head, end, false, err
	}
	hash := string(line[at+len(hashOpens) : len(line)-len(hashEnds)])
	return head, link{head.Seq, hash}, hashOf(head.Prev, body) == hash, nil
}

// headBytes is the fixed size of the head file, so that one write replaces it.
const headBytes = 160

func (l link) encode() []byte {
	text := fmt.Sprintf(`{"seq":%d,"hash":%q}`, l.Seq, l.Hash)
	out := bytes.Repeat([]byte(" "), headBytes)
	copy(out, text)
	out[headBytes-1] = '\n'
	return out
}

func decodeHead(text []byte) (l link, err error) {
	err = json.Unmarshal(text, &l)
	if err == nil && (l.Seq < 0 || len(l.Hash) != 2*sha256.Size && l.Seq > 0) {
		err = errors.New("no head")
	}
	return l, err
}
