package main

import (
	"encoding/json"
	"fmt"
	"os/user"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"path/filepath"

	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/sdk/manifest"
)

// keyCmd administers who may sign what.
type keyCmd struct {
	Generate keyGenerateCmd `cmd:"" help:"${cmd_key_generate}"`
	List     keyListCmd     `cmd:"" help:"${cmd_key_list}"`
	Trust    keyTrustCmd    `cmd:"" help:"${cmd_key_trust}"`
	Revoke   keyRevokeCmd   `cmd:"" help:"${cmd_key_revoke}"`
	Rotate   keyRotateCmd   `cmd:"" help:"${cmd_key_rotate}"`
}

// keyring opens the installation's keys.
func (a *App) keyring() (*keys.Ring, keys.Folder, error) {
	cfg, err := a.Load()
	if err != nil {
		return nil, keys.Folder{}, err
	}
	folder := keys.InFolder(filepath.Join(cfg.Data, "keys"))
	ring, err := keys.Open(trusted(cfg), folder)
	return ring, folder, err
}

type keyGenerateCmd struct {
	Role      string        `help:"${flag_role}: ${enum}" default:"publisher" enum:"release,publisher,importer,quarantine,promoter"`
	Publisher string        `help:"${flag_publisher}" placeholder:"NAME"`
	Expires   time.Duration `help:"${flag_expires}" placeholder:"8760h"`
}

// Run makes a key pair.
func (c keyGenerateCmd) Run(app *App) error {
	_, folder, err := app.keyring()
	if err != nil {
		return err
	}
	now := time.Now()
	var expires time.Time
	if c.Expires > 0 {
		expires = now.Add(c.Expires)
	}
	k, file, err := folder.Generate(manifest.Role(c.Role), c.publisher(), now, expires)
	if err != nil {
		return err
	}
	return app.print(keyRow{ID: k.ID, Role: c.Role, Publisher: k.Publisher, Created: k.Created, File: file},
		"key_generated", i18n.Params{"key": k.ID, "role": c.Role, "publisher": k.Publisher, "file": file})
}

func (c keyGenerateCmd) publisher() string {
	switch {
	case c.Publisher != "":
		return c.Publisher
	case c.Role == string(manifest.Release):
		return "metnos"
	}
	return userName()
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// userName is the person's login as a publisher name.
func userName() string {
	if u, err := user.Current(); err == nil {
		if name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(u.Username), "-"), "-0123456789"); name != "" {
			return name
		}
	}
	return "me"
}

// keyRow is one key as `metnos key list --json` prints it.
type keyRow struct {
	ID        string    `json:"id"`
	Role      string    `json:"role"`
	Publisher string    `json:"publisher"`
	Created   time.Time `json:"created,omitzero"`
	Expires   time.Time `json:"expires,omitzero"`
	Retires   time.Time `json:"retires,omitzero"`
	Revoked   time.Time `json:"revoked,omitzero"`
	Reason    string    `json:"reason,omitempty"`
	Trusted   bool      `json:"trusted"`
	Own       bool      `json:"own"`
	File      string    `json:"file,omitempty"`
}

// state is the message key of what the key is good for now.
func (r keyRow) state(now time.Time) string {
	switch {
	case !r.Revoked.IsZero() || r.Reason != "":
		return "key_state_revoked"
	case !r.Expires.IsZero() && now.After(r.Expires):
		return "key_state_expired"
	case !r.Retires.IsZero():
		return "key_state_retired"
	case r.Trusted:
		return "key_state_trusted"
	}
	return "key_state_untrusted"
}

type keyListCmd struct{}

// Run lists trusted keys and own keys.
func (keyListCmd) Run(app *App) error {
	ring, folder, err := app.keyring()
	if err != nil {
		return err
	}
	rows, err := keyRows(ring, folder)
	if err != nil {
		return err
	}
	for _, fault := range ring.Faults() {
		fmt.Fprintln(app.Err, app.Messages.Sentence(app.Lang, fault))
	}
	if app.JSON {
		return json.NewEncoder(app.Out).Encode(rows)
	}
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	now := time.Now()
	for _, r := range rows {
		own := ""
		if r.Own {
			own = app.say("key_own", nil)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Role, r.Publisher, app.say(r.state(now), nil), own)
	}
	return w.Flush()
}

func keyRows(ring *keys.Ring, folder keys.Folder) ([]keyRow, error) {
	var rows []keyRow
	for _, e := range ring.Entries() {
		r := keyRow{ID: e.Key.ID, Role: string(e.Key.Role), Publisher: e.Key.Publisher, Created: e.Key.Created, Expires: e.Key.Expires,
			Retires: e.Retires, Trusted: e.Revoked == nil, File: e.File}
		if e.Revoked != nil {
			r.Revoked, r.Reason = e.Revoked.When, e.Revoked.Reason
		}
		rows = append(rows, r)
	}
	own, err := folder.Own()
	if err != nil {
		return nil, err
	}
	for _, k := range own {
		if i := slices.IndexFunc(rows, func(r keyRow) bool { return r.ID == k.ID && r.Role == string(k.Role) }); i >= 0 {
			rows[i].Own = true
			continue
		}
		rows = append(rows, keyRow{ID: k.ID, Role: string(k.Role), Publisher: k.Publisher, Created: k.Created, Expires: k.Expires, Own: true})
	}
	return rows, nil
}

type keyTrustCmd struct {
	File string `arg:"" help:"${arg_key_file}"`
	Role string `help:"${flag_trust_role}" placeholder:"ROLE" default:"" enum:",release,publisher,importer,quarantine,promoter"`
}

// Run trusts a public key or a rotation.
func (c keyTrustCmd) Run(app *App) error {
	ring, folder, err := app.keyring()
	if err != nil {
		return err
	}
	k, err := folder.Trust(ring, c.File, manifest.Role(c.Role))
	if err != nil {
		return err
	}
	return app.print(keyRow{ID: k.ID, Role: string(k.Role), Publisher: k.Publisher, Created: k.Created, Expires: k.Expires, Trusted: true},
		"key_trusted", i18n.Params{"key": k.ID, "role": string(k.Role), "publisher": k.Publisher})
}

type keyRevokeCmd struct {
	ID     string `arg:"" help:"${arg_key_id}"`
	Reason string `help:"${flag_reason}"`
}

// Run ends a key.
func (c keyRevokeCmd) Run(app *App) error {
	_, folder, err := app.keyring()
	if err != nil {
		return err
	}
	if err := folder.Revoke(c.ID, c.Reason, time.Now()); err != nil {
		return err
	}
	return app.print(keyRow{ID: c.ID, Revoked: time.Now(), Reason: c.Reason}, "key_revoked", i18n.Params{"key": c.ID})
}

type keyRotateCmd struct {
	ID      string        `arg:"" help:"${arg_key_id}"`
	Overlap time.Duration `help:"${flag_overlap}" default:"720h"`
}

// Run replaces a key by a new one that the old one vouches for.
func (c keyRotateCmd) Run(app *App) error {
	ring, folder, err := app.keyring()
	if err != nil {
		return err
	}
	k, file, err := folder.Rotate(ring, c.ID, time.Now(), c.Overlap)
	if err != nil {
		return err
	}
	until := time.Now().Add(c.Overlap).UTC().Format(time.DateOnly)
	return app.print(keyRow{ID: k.ID, Role: string(k.Role), Publisher: k.Publisher, Created: k.Created, File: file, Own: true},
		"key_rotated", i18n.Params{"key": c.ID, "new": k.ID, "until": until, "file": file})
}

// print says one sentence, or the row behind it with --json.
func (a *App) print(row any, key string, params i18n.Params) error {
	if a.JSON {
		return json.NewEncoder(a.Out).Encode(row)
	}
	_, err := fmt.Fprintln(a.Out, a.say(key, params))
	return err
}
