package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/setup"
	"github.com/metnos/metnos/sdk"
)

// grants are those of the configuration in force.
func (in *Instance) grants() []core.Grant { return in.inForce.Load().Grants }

// beginSetup starts the first run of an instance nobody configured and nobody signed in to, and ends one that was
// overtaken by a configuration somebody wrote.
func (in *Instance) beginSetup() error {
	st, err := in.Setup.Now()
	if err != nil {
		return err
	}
	if in.Config.File != "" {
		if digest, err := digestOf(in.Config.File); st.Pending() && (err != nil || digest != st.Wrote) {
			_, err = in.Setup.Finish()
			return err
		}
		return nil
	}
	open, err := in.Store.Sessions().List(core.Host)
	if err != nil || len(open) > 0 || !st.Began.IsZero() {
		return err
	}
	_, err = in.Setup.Begin()
	return err
}

// setupMethods are what the first run asks and is told. Only who administers has one.
func (in *Instance) setupMethods(a *App) []gateway.Method {
	wizard := wizard{in, a}
	return []gateway.Method{
		{Name: "setup.show", Role: people.Admin, Call: wizard.show},
		{Name: "setup.answer", Role: people.Admin, Call: wizard.answer},
		{Name: "setup.finish", Role: people.Admin, Call: wizard.finish},
	}
}

type wizard struct {
	*Instance
	app *App
}

// setupAnswer answers one step; which fields count depends on it.
type setupAnswer struct {
	Step    setup.Step `json:"step"`
	Lang    string     `json:"lang"`
	Name    string     `json:"name"`
	Reach   string     `json:"reach"`   // home, some or none
	Folders []string   `json:"folders"` // of some
	Write   bool       `json:"write"`
	Skip    bool       `json:"skip"` // nothing changes
}

// setupView is what the page shows. What it says is granted is what is granted at this moment.
type setupView struct {
	Pending     bool          `json:"pending"`
	ID          string        `json:"id"`
	Step        setup.Step    `json:"step"`
	Name        string        `json:"name"`
	Home        string        `json:"home"`
	Reach       string        `json:"reach"`
	Write       bool          `json:"write"`
	Folders     []setupFolder `json:"folders"`
	Denied      int           `json:"denied"`
	File        string        `json:"file"` // where the choice is kept
	Confinement string        `json:"confinement"`
	Weak        bool          `json:"weak"`
}

type setupFolder struct {
	Path    string `json:"path"`
	Granted bool   `json:"granted"`
}

func (w wizard) show(ctx context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		Lang string `json:"lang"`
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	return w.view(ctx, c.Person, q.Lang)
}

func (w wizard) view(_ context.Context, who people.Person, lang string) (setupView, error) {
	st, err := w.Setup.Now()
	if err != nil || !st.Pending() {
		return setupView{}, err
	}
	v := setupView{Pending: true, ID: st.ID, Step: st.Step, Home: w.home, File: w.configPath()}
	if who.Name != string(core.Host) {
		v.Name = who.Name
	}
	read, write, deny := reached(w.grants())
	v.Denied, v.Write = len(deny), len(write) > 0
	for _, path := range w.visible() {
		v.Folders = append(v.Folders, setupFolder{path, slices.Contains(read, path)})
	}
	switch {
	case slices.Contains(read, w.home):
		v.Reach = "home"
	case len(read) > 0:
		v.Reach = "some"
	default:
		v.Reach = "none"
	}
	local := *w.app
	local.Lang = i18n.Language(lang)
	v.Confinement, v.Weak = local.confinement(w.Host, w.Config.Sandbox.Mode)
	return v, nil
}

// reached sums up grants.
func reached(grants []core.Grant) (read, write, deny []string) {
	for _, g := range grants {
		read, write, deny = append(read, g.Read...), append(write, g.Write...), append(deny, g.Deny...)
	}
	return read, write, deny
}

// visible are the folders a person sees in their home, those of metnos left out.
func (w wizard) visible() []string {
	entries, _ := os.ReadDir(w.home) // one that cannot be read has none to offer
	var list []string
	for _, e := range entries {
		path := filepath.Join(w.home, e.Name())
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !around(path, w.Config.Data) && !around(w.Config.Data, path) && len(list) < 40 {
			list = append(list, path)
		}
	}
	return list
}

func (w wizard) answer(ctx context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q setupAnswer
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	st, err := w.Setup.Now()
	if err == nil && !st.Reached(q.Step) {
		err = sdk.Errorf(sdk.Conflict, "setup_over", "the first run is not at %q", q.Step)
	}
	if err != nil {
		return nil, err
	}
	who := c.Person
	switch step := q.Step; {
	case q.Skip:
	case step == setup.Language:
		err = w.People.Prefer(ctx, who.ID, q.Lang, "")
	case step == setup.Name:
		err = w.People.Rename(ctx, who.ID, q.Name)
	case step == setup.Folders:
		err = w.grant(ctx, who, q)
	}
	if err != nil {
		return nil, err
	}
	if _, err := w.Setup.Done(q.Step); err != nil {
		return nil, err
	}
	if who, err = w.People.Person(ctx, who.ID); err != nil {
		return nil, err
	}
	return w.view(ctx, who, q.Lang)
}

func (w wizard) finish(context.Context, gateway.Caller, json.RawMessage) (any, error) {
	st, err := w.Setup.Now()
	if err == nil && st.Pending() {
		_, err = w.Setup.Finish()
	}
	return struct{}{}, err
}

// grant writes the choice of folders as the person's config.hcl and puts it in force at once.
func (w wizard) grant(ctx context.Context, who people.Person, q setupAnswer) error {
	choice := config.Choice{Language: i18n.Language(who.Lang)}
	switch offered := w.visible(); q.Reach {
	case "home":
		choice.Read = []string{"~"}
	case "some":
		for _, path := range q.Folders {
			if !slices.Contains(offered, path) {
				return sdk.Errorf(sdk.WrongArgs, "setup_folder", "%q is not offered", path).With("path", path)
			}
			choice.Read = append(choice.Read, "~/"+filepath.Base(path))
		}
		if len(choice.Read) == 0 {
			return sdk.Errorf(sdk.WrongArgs, "setup_folder", "no folder").With("path", "")
		}
	case "none":
	default:
		return sdk.Errorf(sdk.WrongArgs, "setup_folder", "%q is no choice", q.Reach).With("path", q.Reach)
	}
	if q.Write {
		choice.Write = choice.Read
	}
	text, err := config.Draft(choice)
	if err != nil {
		return err
	}
	if err := w.write(text); err != nil {
		return err
	}
	loaded, err := w.app.Load()
	if err != nil {
		return err
	}
	if loaded.File != w.configPath() {
		return sdk.Errorf(sdk.Conflict, "setup_config", "%s is read before %s", loaded.File, w.configPath()).With("path", loaded.File)
	}
	w.inForce.Store(loaded)
	w.Host.Retire(w.Catalog.Active()) // who may reach what has changed
	return ctx.Err()
}

// write keeps the configuration. One that is there is replaced only when the first run itself wrote it.
func (w wizard) write(text []byte) error {
	path := w.configPath()
	st, err := w.Setup.Now()
	if err != nil {
		return err
	}
	before, err := digestOf(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err == nil && before != st.Wrote:
		return sdk.Errorf(sdk.Conflict, "setup_config", "%s is there", path).With("path", path)
	case err != nil:
		return sdk.Errorf(sdk.IOError, "setup_write", "%w", err).With("path", path)
	}
	sum := sha256.Sum256(text)
	if err := w.Setup.Wrote(hex.EncodeToString(sum[:])); err != nil { // first: a file we do not know again would block us
		return err
	}
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		err = renameio.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return sdk.Errorf(sdk.IOError, "setup_write", "%w", err).With("path", path)
	}
	return nil
}

// configPath is where the person's configuration is looked for.
func (w wizard) configPath() string {
	return filepath.Join(w.app.configHome(w.home), "metnos", "config.hcl")
}

func digestOf(path string) (string, error) {
	text, err := os.ReadFile(path)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}
