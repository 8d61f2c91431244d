package value

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Text writes a value as a person would read it. Nil is the empty text; lists and objects are JSON.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int, int64:
		return fmt.Sprint(v)
	case json.Number:
		return v.String()
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

// Blank reports a value that is not there: nil, or a text of spaces.
func Blank(v any) bool {
	if v == nil {
		return true
	}
	s, ok := v.(string)
	return ok && strings.TrimSpace(s) == ""
}
