package host

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// Describe starts the plugin, confined as ever, asks what it says about itself and stops it: the schema
// of its configuration is known before it serves anything.
func (h *Host) Describe(ctx context.Context, ex core.Executor) (sdk.Description, error) {
	profile, err := sandbox.For(ex.Manifest, h.cfg.Grants(core.Host), h.cfg.Hidden)
	if err != nil {
		return sdk.Description{}, err
	}
	if err := h.programs.Check(ex); err != nil {
		return sdk.Description{}, err
	}
	p, err := h.start(ex, profile, nil)
	if err != nil {
		return sdk.Description{}, err
	}
	defer p.Shut()
	return p.peer.Describe(ctx)
}

// Level is the confinement an ordinary executor gets here: what the configuration asks for, as far as this
// machine gives it. reason is why it is below bwrap; err why nothing would start.
func (h *Host) Level() (level core.Level, reason string, err error) {
	return jail.Choose(h.cfg.Mode, h.Probe(), sandbox.Profile{})
}

// Folder is the host's private folder (0700), which ends with the host or is swept by the next one.
func (h *Host) Folder() string { return h.dir.Path }
