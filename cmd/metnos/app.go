package main

import (
	"io"
	"os"
	"os/user"
	"path/filepath"

	"github.com/adrg/xdg"

	"github.com/metnos/metnos"
	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/sdk"
)

// App is what every command shares: the person's language, the streams and where things are.
type App struct {
	Messages   *i18n.Catalog
	Getenv     func(string) string
	Lang       string // of the terminal
	Asked      string // --lang, "" when not given
	JSON       bool
	ConfigFile string // --config or METNOS_CONFIG
	DataDir    string // --data or METNOS_DATA
	In         io.Reader
	Out, Err   io.Writer
}

func (a *App) say(key string, params i18n.Params) string { return a.Messages.Say(a.Lang, key, params) }

// Home is the person's home folder.
func (a *App) Home() (string, error) {
	if home := a.Getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Clean(home), nil
	}
	if u, err := user.Current(); err == nil && filepath.IsAbs(u.HomeDir) {
		return u.HomeDir, nil
	}
	return "", sdk.Errorf(sdk.NotFound, "home_unknown", "HOME is not set and the user database has no home folder")
}

// Libexec is where the installation keeps its signed catalog, plugins and public keys: beside the
// executable, as bin/metnos and libexec/metnos.
func (a *App) Libexec() (string, error) {
	if set := a.Getenv("METNOS_LIBEXEC"); set != "" {
		return filepath.Abs(set)
	}
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return "", sdk.Errorf(sdk.IOError, "libexec_unknown", "%w", err)
	}
	return filepath.Join(filepath.Dir(exe), "..", "libexec", "metnos"), nil
}

// Load reads the configuration: --config, METNOS_CONFIG, ./config.hcl, the user's configuration folder, the built-in text.
func (a *App) Load() (*config.Config, error) {
	home, err := a.Home()
	if err != nil {
		return nil, err
	}
	libexec, err := a.Libexec()
	if err != nil {
		return nil, err
	}
	env := config.Env{Getenv: a.Getenv, Home: home, Libexec: libexec}
	if a.DataDir != "" {
		if env.Data, err = filepath.Abs(a.DataDir); err != nil {
			return nil, err
		}
	}
	if a.ConfigFile != "" {
		return config.Load(a.ConfigFile, env)
	}
	for _, path := range []string{"config.hcl", filepath.Join(a.configHome(home), "metnos", "config.hcl")} {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && !shipped(path) {
			return config.Load(path, env)
		}
	}
	return config.Default(env)
}

// shipped reports whether the file is the built-in text unchanged, as in a source tree: nobody chose it, so
// it does not stand before the file in the person's configuration folder.
func shipped(path string) bool {
	text, err := os.ReadFile(path)
	return err == nil && string(text) == metnos.DefaultConfig
}

func (a *App) configHome(home string) string {
	if set := a.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(set) {
		return set
	}
	if a.Getenv("HOME") != "" {
		return filepath.Join(home, ".config")
	}
	return xdg.ConfigHome
}
