package pool

import (
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
)

// HashOf names a configuration block, for keys; "" is an empty one.
func HashOf(config map[string]any) string {
	if len(config) == 0 {
		return ""
	}
	b, err := json.Marshal(config)
	if err != nil {
		return "unencodable"
	}
	f := fnv.New128a()
	_, _ = f.Write(b)
	return hex.EncodeToString(f.Sum(nil))
}
