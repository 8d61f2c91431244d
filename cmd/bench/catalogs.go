package main

import (
	_ "embed" // echoText
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/sdk/manifest"
)

//go:embed echo/get_texts.toml
var echoText string

// echoManifest is a whole executor manifest, as long as a real one.
func echoManifest(name, digest string) string {
	return strings.NewReplacer("@NAME@", name, "@DIGEST@", digest).Replace(echoText)
}

// catalogs measures verifying and loading signed manifests, against parsing them alone. The manifests are
// those of the installation, each under as many other names as it takes.
func (b *bench) catalogs() error {
	b.section("catalog: verify and load, against parsing alone")
	key, err := manifest.Generate(manifest.Release, "metnos", time.Now(), time.Time{})
	if err != nil {
		return err
	}
	originals, err := b.installed()
	if err != nil {
		return err
	}
	for _, size := range []struct {
		count int
		bound float64 // ms
	}{{100, 40}, {1000, 250}} {
		root := filepath.Join(b.dir, fmt.Sprintf("catalog-%d", size.count))
		texts, err := b.writeCatalog(root, size.count, originals, key)
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

// original is an installed manifest and the name to replace in it.
type original struct{ name, text string }

func (b *bench) installed() ([]original, error) {
	files, err := filepath.Glob(filepath.Join(b.libexec, "catalog", "*_*", manifest.FileName))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no catalog in %s: %v", b.libexec, err)
	}
	var out []original
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		out = append(out, original{filepath.Base(filepath.Dir(file)), string(text)})
	}
	return out, nil
}

func (b *bench) writeCatalog(root string, count int, originals []original, key manifest.PrivateKey) ([][]byte, error) {
	store, err := filepath.Abs(filepath.Join(b.libexec, "store"))
	if err != nil {
		return nil, err
	}
	texts := make([][]byte, count)
	for i := range texts {
		from := originals[i%len(originals)]
		name := fmt.Sprintf("%s_v%d", from.name, i)
		texts[i] = []byte(strings.Replace(from.text, `"`+from.name+`"`, `"`+name+`"`, 1))
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
