package keys

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/google/renameio/v2"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// MemoryPins remembers pins until the process ends. The zero value is ready.
type MemoryPins struct {
	mu   sync.Mutex
	pins map[string]core.Pin
}

// Seen returns what is remembered about a name.
func (p *MemoryPins) Seen(name string) (core.Pin, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pin, ok := p.pins[name]
	pin.Versions, pin.Manifests = maps.Clone(pin.Versions), maps.Clone(pin.Manifests)
	return pin, ok, nil
}

// Record replaces what is remembered about the pins' names.
func (p *MemoryPins) Record(pins ...core.Pin) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pins == nil {
		p.pins = make(map[string]core.Pin, len(pins))
	}
	for _, pin := range pins {
		pin.Versions, pin.Manifests = maps.Clone(pin.Versions), maps.Clone(pin.Manifests)
		p.pins[pin.Name] = pin
	}
	return nil
}

// Forget drops a name: an administrator accepts that its next publisher is another.
func (p *MemoryPins) Forget(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pins, name)
	return nil
}

// FilePins keeps pins in one JSON file. One process at a time writes it; the file is replaced whole.
type FilePins struct {
	memory MemoryPins
	file   string
}

// OpenPins reads the file; a missing one is empty, a damaged one an error, because forgetting pins would
// admit what they refuse.
func OpenPins(file string) (*FilePins, error) {
	p := &FilePins{file: file}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, pinsBroken(file, err)
	}
	var pins []core.Pin
	if err := json.Unmarshal(data, &pins); err != nil {
		return nil, pinsBroken(file, err)
	}
	return p, p.memory.Record(pins...)
}

// Seen returns what is remembered about a name.
func (p *FilePins) Seen(name string) (core.Pin, bool, error) { return p.memory.Seen(name) }

// Record remembers the pins and writes the file once.
func (p *FilePins) Record(pins ...core.Pin) error {
	if len(pins) == 0 {
		return nil
	}
	if err := p.memory.Record(pins...); err != nil {
		return err
	}
	return p.save()
}

// Forget drops a name and writes the file.
func (p *FilePins) Forget(name string) error {
	if err := p.memory.Forget(name); err != nil {
		return err
	}
	return p.save()
}

func (p *FilePins) save() error {
	p.memory.mu.Lock()
	defer p.memory.mu.Unlock()
	list := make([]core.Pin, 0, len(p.memory.pins))
	for _, name := range slices.Sorted(maps.Keys(p.memory.pins)) {
		list = append(list, p.memory.pins[name])
	}
	data, err := json.Marshal(list)
	if err != nil {
		return pinsBroken(p.file, err)
	}
	if err := renameio.WriteFile(p.file, data, 0o600); err != nil {
		return pinsBroken(p.file, err)
	}
	return nil
}

func pinsBroken(file string, err error) error {
	return sdk.Errorf(sdk.IOError, "pins_broken", "%s: %w", file, err).With("file", file)
}
