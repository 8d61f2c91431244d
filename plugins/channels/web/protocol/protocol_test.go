package protocol

import (
	"fmt"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
)

func TestErrorsKeepInternalsInside(t *testing.T) {
	if f := FaultOf(fmt.Errorf("open /var/lib/metnos/secret")); f.Class != sdk.ServerError || strings.Contains(f.Message, "secret") {
		t.Fatalf("got %+v", f)
	}
	if f := FaultOf(sdk.Errorf(sdk.Conflict, "proposal_closed", "closed")); f.Class != sdk.Conflict || f.Code != "proposal_closed" {
		t.Fatalf("got %+v", f)
	}
}

func FuzzDecodeRequest(f *testing.F) {
	for _, s := range []string{`{"id":"a","type":"submit","conversation":"c_aaaaa","text":"x"}`, `{"id":"a"`, `[]`, `{"id":5}`, `null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := Decode(raw)
		if err != nil && sdk.ClassOf(err) == "" {
			t.Fatalf("unclassed error %v", err)
		}
		if err == nil && !validID.MatchString(r.ID) {
			t.Fatalf("accepted id %q", r.ID)
		}
		if r.ID != "" && !validID.MatchString(r.ID) {
			t.Fatalf("would answer to id %q", r.ID)
		}
	})
}
