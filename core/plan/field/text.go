package field

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// Text renders a value inside a longer text: whole numbers without exponent, lists joined by commas.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return v.Format(time.RFC3339)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = Text(item)
		}
		return strings.Join(parts, ", ")
	case json.Number:
		return v.String()
	}
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}
