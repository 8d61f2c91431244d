package sdktest

import (
	"fmt"
	"io/fs"
	"os"
)

// walkFiles reads every regular file below root.
func walkFiles(root fs.FS, found func(name string, data []byte)) error {
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		found(name, data)
		return nil
	})
}

// snapshot is the content of every file below dir.
func snapshot(dir string) (map[string]string, error) {
	found := map[string]string{}
	err := walkFiles(os.DirFS(dir), func(name string, data []byte) { found[name] = string(data) })
	return found, err
}

func unchanged(before map[string]string, dir string) error {
	after, err := snapshot(dir)
	if err != nil {
		return err
	}
	for name, data := range before {
		if got, ok := after[name]; !ok {
			return fmt.Errorf("%s is gone", name)
		} else if got != data {
			return fmt.Errorf("%s changed", name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			return fmt.Errorf("%s was left behind", name)
		}
	}
	return nil
}
