package guest

import (
	"encoding/binary"
	"io"

	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/line"
)

// On an inherited line the core speaks first: three big-endian uint64, its protocol and its limits of a
// request and of an answer in bytes. The plugin answers with its protocol, and frames follow.
const (
	prefaceBytes = 24
	answerBytes  = 8
)

// Preface is how the core opens an inherited line.
func Preface(rw io.ReadWriter, l line.Limits) (theirs int, err error) {
	b := binary.BigEndian.AppendUint64(nil, contract.Protocol)
	b = binary.BigEndian.AppendUint64(b, uint64(l.Request))
	b = binary.BigEndian.AppendUint64(b, uint64(l.Response))
	if _, err := rw.Write(b); err != nil {
		return 0, err
	}
	var answer [answerBytes]byte
	_, err = io.ReadFull(rw, answer[:])
	return int(binary.BigEndian.Uint64(answer[:]) & (1<<31 - 1)), err
}

// greet is the plugin's half.
func greet(rw io.ReadWriter) (theirs int, l line.Limits, err error) {
	var b [prefaceBytes]byte
	if _, err := io.ReadFull(rw, b[:]); err != nil {
		return 0, l, err
	}
	theirs = int(binary.BigEndian.Uint64(b[:]) & (1<<31 - 1))
	l.Request, l.Response = int64(binary.BigEndian.Uint64(b[8:])), int64(binary.BigEndian.Uint64(b[16:]))
	_, err = rw.Write(binary.BigEndian.AppendUint64(nil, contract.Protocol))
	return theirs, l.OrDefault(), err
}
