package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/metnos/metnos/core/admit/project"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// pluginCmd is what a plugin's author and an administrator need, in the order they need it.
type pluginCmd struct {
	New     pluginNewCmd     `cmd:"" help:"${cmd_plugin_new}"`
	Words   pluginWordsCmd   `cmd:"" help:"${cmd_plugin_words}"`
	Build   pluginBuildCmd   `cmd:"" help:"${cmd_plugin_build}"`
	Test    pluginTestCmd    `cmd:"" help:"${cmd_plugin_test}"`
	Sign    pluginSignCmd    `cmd:"" help:"${cmd_plugin_sign}"`
	Verify  pluginVerifyCmd  `cmd:"" help:"${cmd_plugin_verify}"`
	Install pluginInstallCmd `cmd:"" help:"${cmd_plugin_install}"`
	List    pluginListCmd    `cmd:"" help:"${cmd_plugin_list}"`
	Remove  pluginRemoveCmd  `cmd:"" help:"${cmd_plugin_remove}"`
}

type pluginNewCmd struct {
	Name      string `arg:"" help:"${arg_new_name}"`
	Dir       string `help:"${flag_dir}" placeholder:"DIR"`
	Module    string `help:"${flag_module}" placeholder:"PATH"`
	Publisher string `help:"${flag_publisher}" placeholder:"NAME"`
	SDK       string `help:"${flag_sdk}" env:"METNOS_SDK" placeholder:"DIR"`
}

// Run writes a project that builds, tests and installs unchanged.
func (c pluginNewCmd) Run(ctx context.Context, app *App) error {
	n := project.New{Name: c.Name, Dir: c.Dir, Module: c.Module, Publisher: c.Publisher}
	if n.Dir == "" {
		n.Dir = c.Name
	}
	if n.Module == "" {
		n.Module = "example.org/" + c.Name
	}
	if n.Publisher == "" {
		n.Publisher = app.ownPublisher()
	}
	var err error
	if n.Dir, err = filepath.Abs(n.Dir); err != nil {
		return err
	}
	if n.SDK, err = c.sdk(); err != nil {
		return err
	}
	n.SDK = n.SDK.Slim(ctx, os.Environ())
	if err := n.Write(); err != nil {
		return err
	}
	return app.print(pluginRow{Name: n.Name, Publisher: n.Publisher, File: n.Dir}, "plugin_made",
		i18n.Params{"name": n.Name, "dir": n.Dir, "publisher": n.Publisher})
}

// sdk is where the project's SDK comes from: --sdk, else the source tree this program was built in or runs
// in, else the published version.
func (c pluginNewCmd) sdk() (project.SDK, error) {
	if c.SDK != "" {
		dir, err := filepath.Abs(c.SDK)
		if err != nil {
			return project.SDK{}, err
		}
		return project.Checkout(dir)
	}
	if exe, err := os.Executable(); err == nil {
		if s, ok := project.Around(filepath.Dir(exe)); ok {
			return s, nil
		}
	}
	if dir, err := os.Getwd(); err == nil {
		if s, ok := project.Around(dir); ok {
			return s, nil
		}
	}
	if !strings.HasPrefix(version, "v") {
		return project.SDK{}, sdk.Errorf(sdk.NotFound, "project_sdk_unknown", "version %s is not published and no source tree is around", version)
	}
	return project.Published(version), nil
}

// ownPublisher is the name of the newest own publisher key, else the login.
func (a *App) ownPublisher() string {
	if ring, folder, err := a.keyring(); err == nil {
		if k, err := folder.Signer(ring, manifest.Publisher, "", time.Now()); err == nil {
			return k.Publisher
		}
	}
	return userName()
}

// pluginRow is one plugin as the commands print it with --json.
type pluginRow struct {
	Name         string     `json:"name"`
	Version      string     `json:"version,omitempty"`
	Publisher    string     `json:"publisher,omitempty"`
	Kind         string     `json:"kind,omitempty"`
	State        string     `json:"state,omitempty"` // active, refused, or the hidden lifecycle
	SignedBy     string     `json:"signed_by,omitempty"`
	Capabilities []string   `json:"capabilities,omitempty"`
	File         string     `json:"file,omitempty"`
	Why          *sdk.Error `json:"why,omitempty"`
}

type pluginBuildCmd struct {
	Dir string `arg:"" optional:"" default:"." help:"${arg_project}"`
}

// Run compiles the project into dist/.
func (c pluginBuildCmd) Run(ctx context.Context, app *App) error {
	app.working("plugin_building", nil)
	b, err := project.Build(ctx, c.Dir, os.Environ())
	if err != nil {
		return app.explain(err)
	}
	info, err := os.Stat(filepath.Join(b.Dir, project.Plugin))
	if err != nil {
		return err
	}
	size := strconv.FormatFloat(float64(info.Size())/(1<<20), 'f', 1, 64)
	return app.print(row(b.Manifest, b.Dir), "plugin_built", i18n.Params{"name": b.Manifest.Name, "version": b.Manifest.Version, "dir": b.Dir, "size": size})
}

func row(m *manifest.Manifest, file string) pluginRow {
	return pluginRow{Name: m.Name, Version: m.Version, Publisher: m.Publisher, Kind: manifest.Kind(m), Capabilities: reach(m), File: file}
}

// reach lists what a plugin may reach, one capability an entry: "fs:read (path)".
func reach(m *manifest.Manifest) []string {
	list := make([]string, 0, len(m.Capabilities))
	for _, c := range m.Capabilities {
		over := append(append(append([]string{}, c.Args...), c.Hosts...), c.Binaries...)
		if c.Credential != "" {
			over = append(over, c.Credential)
		}
		text := c.Name
		if len(over) > 0 {
			text += " (" + strings.Join(over, ", ") + ")"
		}
		list = append(list, text)
	}
	return list
}

type pluginSignCmd struct {
	Dir string `arg:"" optional:"" default:"." help:"${arg_project}"`
}

// Run signs what was built, with the own key of the manifest's publisher.
func (c pluginSignCmd) Run(app *App) error {
	ring, folder, err := app.keyring()
	if err != nil {
		return err
	}
	dir := distOf(c.Dir)
	data, err := os.ReadFile(filepath.Join(dir, manifest.FileName))
	if err != nil {
		return sdk.Errorf(sdk.NotFound, "project_not_built", "%w", err).With("dir", c.Dir)
	}
	m, err := manifest.Check(filepath.Join(dir, manifest.FileName), data)
	if err != nil {
		return app.explain(err)
	}
	key, err := app.publisherKey(ring, folder, m.Publisher)
	if err != nil {
		return err
	}
	if err := ring.May(key.PublicKey, m); err != nil {
		return err
	}
	if m, err = project.Sign(key, dir, time.Now()); err != nil {
		return app.explain(err)
	}
	return app.print(row(m, dir), "plugin_signed", i18n.Params{"name": m.Name, "version": m.Version, "key": key.ID, "reach": strings.Join(reach(m), ", ")})
}

func (a *App) publisherKey(ring *keys.Ring, folder keys.Folder, publisher string) (manifest.PrivateKey, error) {
	key, err := folder.Signer(ring, manifest.Publisher, publisher, time.Now())
	if sdk.ClassOf(err) == sdk.NotFound {
		return key, sdk.Errorf(sdk.NotFound, "plugin_no_key", "%w", err).With("publisher", publisher)
	}
	return key, err
}

// distOf is the folder to sign or install: the project's dist/, or the folder itself when it holds a manifest
// and no dist/.
func distOf(dir string) string {
	if dist := filepath.Join(dir, project.Dist); isDir(dist) {
		return dist
	}
	return dir
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// explain puts every problem of a manifest into the person's language.
func (a *App) explain(err error) error {
	problems := manifest.ProblemsOf(err)
	var e *sdk.Error
	if len(problems) == 0 || !errors.As(err, &e) {
		return err
	}
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = "- "
		if at := p.Params["at"]; at != "" && !strings.HasPrefix(p.Code, "manifest_key_") && p.Code != "manifest_syntax" {
			lines[i] += at + ": "
		}
		lines[i] += a.Messages.Sentence(a.Lang, p)
	}
	return e.With("problems", strings.Join(lines, "\n"))
}

// working says what takes a while, to a person at a terminal only.
func (a *App) working(key string, params i18n.Params) {
	if f, ok := a.Err.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprintln(a.Err, a.say(key, params))
	}
}
