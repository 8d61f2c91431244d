// Package body writes and reads the JSON of messages: [Append] and [Decode] do what encoding/json's Marshal
// and Unmarshal do for the types of package sdk, several times faster.
//
// Objects are written in no particular order and HTML is not escaped. Values decoded into `any` are those of
// encoding/json: nil, bool, float64, string, []any, map[string]any. Strings share the memory of the message
// they came in. A type with methods or tags of its own is left to encoding/json.
package body
