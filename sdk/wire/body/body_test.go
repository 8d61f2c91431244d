package body

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

var samples = []string{
	`null`, `true`, `false`, `0`, `-0`, `1`, `-1.5`, `1e3`, `1E+2`, `12345678901234567890`, `1e400`, `01`, `1.`, `.5`, `-`, `+1`, `1e`, `0x1`,
	`""`, `"a"`, `"\u0041\n\"\\\/\b\f\r\t"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ude00"`, `"\x"`, `"\u12"`, `"\ud83d\u1"`,
	"\"\xff\"", "\"a\xc3\"", "\"perch\u00e9 \u2615\"", "\"a\nb\"", "\"\x7f\"", `"12345678"`, `"1234567\"9"`, `"`, `"abc`, `"\`,
	`[]`, `[1,"a",null]`, `[1,]`, `[,]`, `[`, `[1 2]`, `{}`, `{"a":1,"a":2}`, `{"a":}`, `{a:1}`, `{"a" 1}`, `{"a":1,}`, `{`, `{"":{"":[]}}`,
	` [ 1 , { "a" : [ ] } ] `, `1 2`, ``, ` `, `nul`, `tru`, "\u00a01", `[[[[[[[[]]]]]]]]`,
}

// FuzzDecode compares with encoding/json: the same inputs are refused, the others read the same.
func FuzzDecode(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want, got any
		wantErr := json.Unmarshal(data, &want)
		err := Decode(data, &got)
		if bytes.Count(data, []byte("[")) > maxDepth/2 || bytes.Count(data, []byte("{")) > maxDepth/2 {
			return
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: %v, encoding/json says %v", data, err, wantErr)
		}
		if err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q reads %#v, encoding/json reads %#v", data, got, want)
		}
		if err != nil {
			return
		}
		b, err := Append(nil, got)
		if err != nil {
			t.Fatal(err)
		}
		var again any
		if err := json.Unmarshal(b, &again); err != nil || !reflect.DeepEqual(again, want) {
			t.Fatalf("%#v is written %s: %v", got, b, err)
		}
	})
}

// FuzzResult does the same for a struct with every shape in it.
func FuzzResult(f *testing.F) {
	full, err := json.Marshal(sdk.Result{
		OK: true, Entries: []map[string]any{{"a": 1.5}}, Failed: []sdk.Failure{{Item: "x", Class: sdk.NotFound}}, Value: "v",
		Truncated: &sdk.Truncation{Used: 1}, NeedsInputs: &sdk.NeedsInputs{Dialog: []sdk.Question{{Options: []string{"a"}}}},
		Error: sdk.Errorf(sdk.IOError, "c", "m").With("p", "q"), Effects: sdk.Counters{Items: -3, Countable: true},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	for _, s := range []string{`{}`, `null`, `[]`, `{"ok":1}`, `{"ok":true,"unknown":[{}]}`, `{"effects":{"items":1.5}}`, `{"effects":{"items":99999999999999999999}}`,
		`{"failed":null,"entries":[null,{}]}`, `{"error":{"params":{"a":1}}}`, `{"error":{"params":{"a":"b"}}}`, `{"truncated":null}`, `{"value":null}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want, got sdk.Result
		wantErr := json.Unmarshal(data, &want)
		err := Decode(data, &got)
		if wantErr == nil && err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		// encoding/json also matches names in another case, and joins repeated objects.
		if err != nil || wantErr != nil || !bytes.Equal(bytes.ToLower(data), data) || bytes.Count(data, []byte(`:`)) != distinct(data) {
			return
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q reads %+v, encoding/json reads %+v", data, got, want)
		}
	})
}

// distinct counts the keys of a text, repeated ones once.
func distinct(data []byte) int {
	keys := map[string]bool{}
	for part := range strings.SplitSeq(string(data), ":") {
		if end := strings.LastIndexByte(part, '"'); end > 0 {
			keys[part[strings.LastIndexByte(part[:end], '"')+1:end]] = true
		}
	}
	return len(keys)
}

func TestStructsAsEncodingJSON(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	type word string
	for _, v := range []any{
		sdk.Call{Executor: "x", Args: map[string]any{"a": []any{1.0, "b", nil, true}}, Now: at, Undo: &sdk.Undo{Evidence: []map[string]any{{"c": 1.0}}}},
		sdk.Result{OK: true, Failed: []sdk.Failure{{Item: "<a>&\u2028", Class: sdk.IOError}}},
		sdk.Effects{}, sdk.Event{Seq: 7, At: at, Data: json.RawMessage(`{"a": [1]}`)}, sdk.Outbound{}, sdk.Inbound{Attachments: []sdk.Attachment{{Size: 1 << 40}}},
		sdk.Secret{"user": "a"}, sdk.Request{Temperature: 0.7, Schema: json.RawMessage(`{}`)}, sdk.Response{TokensIn: 3},
		sdk.Reply{Values: map[string]string{"a": "b"}}, []float32{0.1, -2.5e-8, 3}, map[word]int{"a": 1}, []word{"x"}, [2]int{1, 2}, []byte("bytes"),
		sdk.Description{Entries: []sdk.Entry{{Name: "a", Config: &sdk.Schema{Attributes: map[string]sdk.Attribute{"k": {Type: "string", Default: json.RawMessage(`"v"`)}}}}}},
		map[string]any{"int": 1, "int64": int64(math.MinInt64), "big": 1e300, "small": 5e-324, "third": 1.0 / 3, "minus zero": math.Copysign(0, -1), "2^53": float64(1 << 53)},
		uint8(3), float32(0.1), "x\x00\x1f\x7f\xff", (*sdk.Error)(nil), []string(nil), map[string]string(nil), struct {
			A int `json:",omitempty"`
			B string
			c int
			D *int `json:"-"`
		}{B: "b", c: 1},
	} {
		b, err := Append(nil, v)
		if err != nil {
			t.Errorf("%#v: %v", v, err)
			continue
		}
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var a, c any
		if err := json.Unmarshal(b, &a); err != nil {
			t.Errorf("%#v is written %s: %v", v, b, err)
		}
		if json.Unmarshal(want, &c); !reflect.DeepEqual(a, c) {
			t.Errorf("%#v is written %s, encoding/json writes %s", v, b, want)
		}
		mine, theirs := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
		if err := Decode(want, mine.Interface()); err != nil {
			t.Errorf("%s into %T: %v", want, v, err)
		}
		if json.Unmarshal(want, theirs.Interface()); !reflect.DeepEqual(mine.Interface(), theirs.Interface()) {
			t.Errorf("%s reads %+v, encoding/json reads %+v", want, mine.Elem(), theirs.Elem())
		}
	}
}

func TestWhatJSONCannotCarry(t *testing.T) {
	loop := map[string]any{}
	loop["loop"] = loop
	for _, v := range []any{math.NaN(), math.Inf(-1), func() {}, make(chan int), loop, map[string]any{"f": complex(1, 2)}, []any{float32(math.Inf(1))}} {
		if b, err := Append(nil, v); err == nil {
			t.Errorf("%T is written %.60s", v, b)
		}
	}
	var v any
	if err := Decode([]byte(strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)), &v); err == nil {
		t.Error("nesting without end is read")
	}
}

func BenchmarkResult(b *testing.B) {
	entries := make([]map[string]any, 5000)
	for i := range entries {
		entries[i] = map[string]any{"path": "/home/anna/Documenti/cartella/file.pdf", "name": "file.pdf", "size": float64(i * 1000), "modified": "2026-01-02T03:04:05+01:00", "kind": "document"}
	}
	for name, r := range map[string]sdk.Result{"string": {OK: true, Value: strings.Repeat("x", 1<<20)}, "entries": {OK: true, Entries: entries}} {
		data, _ := json.Marshal(r)
		b.Run(name+"/append", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				Append(nil, r)
			}
		})
		b.Run(name+"/decode", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				var o sdk.Result
				if err := Decode(data, &o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
