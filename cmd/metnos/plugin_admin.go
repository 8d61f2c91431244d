package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/admit"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"golang.org/x/term"
)

type pluginVerifyCmd struct {
	Source string `arg:"" optional:"" default:"." help:"${arg_package}"`
}

// Run checks a project, a folder or an archive exactly as install would, and installs nothing.
func (c pluginVerifyCmd) Run(app *App) error {
	return app.inspect(distOf(c.Source), func(ex core.Executor) error {
		m := ex.Manifest
		r := row(m, c.Source)
		r.SignedBy = ex.SignedBy
		return app.print(r, "plugin_verified", i18n.Params{
			"name": m.Name, "version": m.Version, "publisher": m.Publisher, "key": ex.SignedBy, "reach": strings.Join(reach(m), ", "),
		})
	})
}

// inspect verifies a source against this installation's keys and shows it to look.
func (a *App) inspect(source string, look func(core.Executor) error) error {
	ring, _, err := a.keyring()
	if err != nil {
		return err
	}
	empty, err := os.MkdirTemp("", "metnos-catalog-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(empty)
	c, err := catalog.Open([]string{empty}, ring, new(keys.MemoryPins))
	if err != nil {
		return err
	}
	err = c.Inspect(source, func(ex core.Executor) error {
		if err := admit.Review(ex.Manifest); err != nil {
			return err
		}
		return look(ex)
	})
	return a.explain(unsigned(err, source))
}

// unsigned tells a package without a signature from an installed folder without one: their remedies differ.
func unsigned(err error, source string) error {
	var e *sdk.Error
	if !errors.As(err, &e) || e.Code != "signature_missing" {
		return err
	}
	return sdk.Errorf(e.Class, "package_unsigned", "%w", err).With("source", source)
}

type pluginInstallCmd struct {
	Source     string `arg:"" help:"${arg_package}"`
	AllowWider bool   `help:"${flag_allow_wider}"`
}

// Run verifies a package, runs its birth tests in the sandbox and installs it.
func (c pluginInstallCmd) Run(ctx context.Context, app *App) error {
	source, err := filepath.Abs(distOf(c.Source))
	if err != nil {
		return err
	}
	var m *manifest.Manifest
	err = app.inspect(source, func(ex core.Executor) error {
		m = ex.Manifest
		app.working("plugin_testing", i18n.Params{"name": m.Name})
		return app.birth(ctx, ex, func(k admit.Case) {
			if len(k.Faults) > 0 && !app.JSON {
				app.showCase(k)
			}
		})
	})
	if err != nil {
		return err
	}
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	r, err := d.InstallPlugin(ctx, pluginRequest{Source: source, AllowWider: c.AllowWider})
	if app.agrees(err) {
		r, err = d.InstallPlugin(ctx, pluginRequest{Source: source, AllowWider: true})
	}
	if err != nil {
		return err
	}
	return app.print(r, "plugin_installed", i18n.Params{
		"name": r.Name, "version": r.Version, "publisher": r.Publisher, "reach": strings.Join(r.Capabilities, ", "),
	})
}

// agrees asks a person at a terminal whether a plugin may reach more than the one it replaces.
func (a *App) agrees(err error) bool {
	var e *sdk.Error
	in, ok := a.In.(*os.File)
	if a.JSON || !ok || !term.IsTerminal(int(in.Fd())) || !errors.As(err, &e) || e.Code != "executor_wider" {
		return false
	}
	fmt.Fprint(a.Err, a.say("plugin_wider_question", e.Params), " ")
	line, _ := bufio.NewReader(in).ReadString('\n') // no answer is no
	return slices.Contains(strings.Split(a.say("plugin_wider_yes", nil), " "), strings.ToLower(strings.TrimSpace(line)))
}

type pluginListCmd struct{}

// Run lists what is admitted, hidden and refused.
func (pluginListCmd) Run(ctx context.Context, app *App) error {
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	rows, err := d.Plugins(ctx)
	if err != nil {
		return err
	}
	if app.JSON {
		return json.NewEncoder(app.Out).Encode(rows)
	}
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		why := ""
		if r.Why != nil {
			why = app.Messages.Sentence(app.Lang, r.Why)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Version, r.Publisher, app.say(stateKey(r.State), nil), why)
	}
	return w.Flush()
}

// stateKey is the word for a plugin's state.
func stateKey(state string) string {
	switch state {
	case "active":
		return "plugin_state_active"
	case "refused":
		return "plugin_state_refused"
	case "proposed", "synthesized":
		return "plugin_state_candidate"
	case "deprecated":
		return "plugin_state_deprecated"
	}
	return "plugin_state_archived"
}

type pluginRemoveCmd struct {
	Name   string `arg:"" help:"${arg_executor}"`
	Forget bool   `help:"${flag_forget}"`
}

// Run takes an installed plugin away.
func (c pluginRemoveCmd) Run(ctx context.Context, app *App) error {
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	r, err := d.RemovePlugin(ctx, pluginRequest{Name: c.Name, Forget: c.Forget})
	if err != nil {
		return err
	}
	return app.print(r, "plugin_removed", i18n.Params{"name": c.Name})
}

// pluginRequest is what the desk needs to change the catalog.
type pluginRequest struct {
	Source string `json:"source,omitempty"` // absolute: the server has another working folder
	Name   string `json:"name,omitempty"`
	Forget bool   `json:"forget,omitempty"`

	AllowWider bool `json:"allow_wider,omitempty"`
}

// pluginDesk is the part of the desk that keeps the catalog.
type pluginDesk interface {
	InstallPlugin(ctx context.Context, req pluginRequest) (pluginRow, error)
	RemovePlugin(ctx context.Context, req pluginRequest) (pluginRow, error)
	Plugins(ctx context.Context) ([]pluginRow, error)
}

// InstallPlugin verifies the package and puts it in place. Processes of the version it replaces finish what
// they do and end.
func (in *Instance) InstallPlugin(_ context.Context, req pluginRequest) (pluginRow, error) {
	if !filepath.IsAbs(req.Source) {
		return pluginRow{}, sdk.Errorf(sdk.WrongArgs, "control_request", "source %q is not absolute", req.Source)
	}
	ex, err := in.Catalog.Install(req.Source, req.AllowWider)
	if err != nil {
		return pluginRow{}, err
	}
	in.Host.Retire(in.Catalog.Active())
	r := row(ex.Manifest, ex.Dir)
	r.SignedBy, r.State = ex.SignedBy, ex.Manifest.Lifecycle
	return r, nil
}

// RemovePlugin takes an installed plugin away and, when asked, what is pinned about its name.
func (in *Instance) RemovePlugin(_ context.Context, req pluginRequest) (pluginRow, error) {
	err := in.Catalog.Remove(req.Name)
	if req.Forget && (err == nil || sdk.ClassOf(err) == sdk.NotFound) {
		err = in.Store.Pins().Forget(req.Name)
	}
	if err != nil {
		return pluginRow{}, err
	}
	in.Host.Retire(in.Catalog.Active())
	return pluginRow{Name: req.Name}, nil
}

// Plugins lists what the roots hold, by name. Every program is hashed for it.
func (in *Instance) Plugins(context.Context) ([]pluginRow, error) {
	var rows []pluginRow
	for _, refusal := range in.Catalog.Audit() {
		r := pluginRow{Name: refusal.Name, State: "refused", File: refusal.File}
		if !errors.As(refusal.Err, &r.Why) {
			r.Why = sdk.Errorf(sdk.ContractViolation, "internal_error", "%w", refusal.Err)
		}
		rows = append(rows, r)
	}
	for _, ex := range slices.Concat(in.Catalog.Active(), in.Catalog.Hidden()) {
		r := row(ex.Manifest, ex.Dir)
		r.SignedBy, r.State = ex.SignedBy, ex.Manifest.Lifecycle
		rows = append(rows, r)
	}
	for _, ex := range in.Catalog.Resting() {
		r := row(ex.Manifest, ex.Dir)
		r.SignedBy, r.State = ex.SignedBy, "disabled"
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b pluginRow) int { return strings.Compare(a.Name, b.Name) })
	return rows, nil
}

// InstallPlugin asks the server.
func (r *remote) InstallPlugin(ctx context.Context, req pluginRequest) (pluginRow, error) {
	return post[pluginRow](ctx, r, "/v1/plugin/install", req)
}

// RemovePlugin asks the server.
func (r *remote) RemovePlugin(ctx context.Context, req pluginRequest) (pluginRow, error) {
	return post[pluginRow](ctx, r, "/v1/plugin/remove", req)
}

// Plugins asks the server.
func (r *remote) Plugins(ctx context.Context) ([]pluginRow, error) {
	return post[[]pluginRow](ctx, r, "/v1/plugin/list", struct{}{})
}
