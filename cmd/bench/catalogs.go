package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/sdk/manifest"
)

// echoManifest is a whole executor manifest, as long as a real one.
func echoManifest(name, digest string) string {
	return `manifest_format   = "1"
executor_standard = "metnos.executor/1.0"
name        = "` + name + `"
version     = "1.0.0"
publisher   = "metnos"
lifecycle   = "active"
origin      = "handcrafted"
revertible  = false
timeout_s   = 30

[description]
it = "SCOPE: restituisce il testo ricevuto. PATTERN: un testo. NOT: altro. OUT: value."
en = "SCOPE: returns the text it was given. PATTERN: one text. NOT: anything else. OUT: value."

[affinity]
it = ["ripeti il testo", "eco"]
en = ["repeat the text", "echo"]

[plugin]
binary   = "bench-echo"
digest   = "` + digest + `"
protocol = 1

[args]
required = ["data"]

[args.properties.data]
type = "string"
semantic = "text"
description.it = "il testo"
description.en = "the text"

[args.properties.limit]
type = "integer"
semantic = "quantity"
description.it = "quanti al massimo"
description.en = "how many at most"
minimum = 0
maximum = 1000

[output]
collection = "none"
value = "text"

[[capabilities]]
name = "compute:pure"

[execution]
effect = "read_only"
parallelism = 1
concurrency_key = "none"

[placement]
scope = "any"
min_sandbox = "process"
platforms = ["linux"]

[presentation]
view = "scalar"

[[tests]]
name = "happy"
input = { data = "ciao" }
[tests.expect]
ok = true
value = "ciao"
`
}

// catalogs measures verifying and loading signed manifests, against parsing them alone.
func (b *bench) catalogs() error {
	b.section("catalog: verify and load, against parsing alone")
	key, err := manifest.Generate(manifest.Release, "metnos", time.Now(), time.Time{})
	if err != nil {
		return err
	}
	binary := filepath.Join(b.dir, "store")
	stores, err := os.ReadDir(binary)
	if err != nil || len(stores) != 1 {
		return fmt.Errorf("one plugin in %s, found %d: %v", binary, len(stores), err)
	}
	digest := "sha256:" + stores[0].Name()[len("sha256-"):]
	for _, size := range []struct {
		count int
		bound float64 // ms
	}{{100, 40}, {1000, 250}} {
		root := filepath.Join(b.dir, fmt.Sprintf("catalog-%d", size.count))
		texts, err := writeCatalog(root, size.count, digest, key, binary)
		if err != nil {
			return err
		}
		open := func() error {
			c, err := catalog.Open([]string{root}, keys.New(key.PublicKey), new(keys.MemoryPins))
			if err == nil && len(c.Active()) != size.count {
				err = fmt.Errorf("%d of %d admitted: %v", len(c.Active()), size.count, c.Refused())
			}
			return err
		}
		parse := func() error {
			for _, text := range texts {
				if _, err := manifest.Decode("bench", text); err != nil {
					return err
				}
			}
			return nil
		}
		ours, lowest, err := alternate(b.n(40), open, parse)
		if err != nil {
			return err
		}
		b.times(fmt.Sprintf("%d manifests", size.count), ours.at(.5), lowest.at(.5), 2.5)
		b.absolute(fmt.Sprintf("%d manifests, in all", size.count), float64(ours.at(.5))/1e6, "ms", size.bound)
	}
	return nil
}

func writeCatalog(root string, count int, digest string, key manifest.PrivateKey, store string) ([][]byte, error) {
	texts := make([][]byte, count)
	for i := range texts {
		name := fmt.Sprintf("get_texts_v%d", i)
		texts[i] = []byte(echoManifest(name, digest))
		mark, err := manifest.Sign(key, manifest.ArtefactManifest, time.Now(), texts[i])
		if err != nil {
			return nil, err
		}
		dir := filepath.Join(root, "catalog", name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, manifest.FileName), texts[i], 0o600); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, manifest.SignatureName), mark, 0o600); err != nil {
			return nil, err
		}
	}
	return texts, os.Symlink(store, filepath.Join(root, "store"))
}
