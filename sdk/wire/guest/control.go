package guest

import (
	"encoding/gob"
	"io"
	"reflect"
)

// request and response are the heads of net/rpc's messages; gob knows them by their fields.
type request struct {
	ServiceMethod string
	Seq           uint64
}

type response struct {
	ServiceMethod string
	Seq           uint64
	Error         string
}

// method reads its argument with decode and answers.
type method func(decode func(any) error) (reply any, err error)

// serveRPC answers net/rpc requests one after the other until the stream ends.
func serveRPC(stream io.ReadWriteCloser, methods map[string]method) {
	defer stream.Close()
	in, out := gob.NewDecoder(stream), gob.NewEncoder(stream)
	for {
		var r request
		if err := in.Decode(&r); err != nil {
			return
		}
		answer := response{ServiceMethod: r.ServiceMethod, Seq: r.Seq}
		var reply any
		do, known := methods[r.ServiceMethod]
		if known {
			var err error
			if reply, err = do(in.Decode); err != nil {
				answer.Error = err.Error()
			}
		} else if err := in.DecodeValue(reflect.Value{}); err != nil {
			return
		} else {
			answer.Error = "rpc: can't find method " + r.ServiceMethod
		}
		if answer.Error != "" || reply == nil {
			reply = struct{}{}
		}
		if out.Encode(answer) != nil || out.Encode(reply) != nil {
			return
		}
	}
}
