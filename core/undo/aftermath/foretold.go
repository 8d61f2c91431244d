package aftermath

import (
	"encoding/json"
	"errors"
	"os"
)

// Save writes a foresight to a file, and returns once its content is on disk.
func (f Foresight) Save(path string) error {
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(body)
	return errors.Join(err, file.Sync(), file.Close())
}

// Load reads what Save wrote.
func Load(path string) (f Foresight, err error) {
	body, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(body, &f)
	}
	return f, err
}
