package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

type serveCmd struct{}

// Run starts the core and its channels and serves until it is told to stop.
func (serveCmd) Run(ctx context.Context, app *App) (err error) {
	cfg, err := app.Load()
	if err != nil {
		return err
	}
	if _, running, err := dialControl(cfg.Data); err != nil || running {
		if err == nil {
			err = sdk.Errorf(sdk.Conflict, "serve_running", "a server answers on the control socket").With("pid", serverPID(cfg.Data))
		}
		return err
	}
	in, err := app.start(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	if err := in.Gateway.Recover(ctx); err != nil { // before anything new can come in
		return err
	}
	if err := in.openControl(); err != nil {
		return err
	}
	if err := in.openChannels(ctx, app); err != nil {
		return err
	}
	if err := in.openTelemetry(ctx, app); err != nil {
		return err
	}
	in.keepHouse(ctx, app)
	in.watchDialogs(ctx, app)
	in.giveBack(ctx)
	if err := in.beginSetup(); err != nil {
		return err
	}
	in.settle() // all that the start alone needed
	if err := in.greet(ctx, app); err != nil {
		return err
	}
	<-ctx.Done()
	fmt.Fprintln(app.Err, app.say("serve_stopping", nil))
	return nil
}

// openControl opens the control socket in a folder of this run, and has it removed should the core be
// killed: the folder's janitor waits for the end of a pipe only the core holds.
func (in *Instance) openControl() error {
	dir := in.Host.Folder()
	listener, forget, err := listenControl(dir, in.Config.Data)
	if err != nil {
		return err
	}
	sweep, err := janitor(dir)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	done := make(chan error, 1)
	go func() { done <- serveControl(listener, in) }()
	in.onClose(func() error { forget(); sweep(); return <-done })
	return nil
}

// mourning is what the janitor does. A sandbox cut off while it starts may be left waiting for its other half: it
// is known by the folder of this run, which its command line names. The second look is for one that was just made.
const mourning = `read -r end
for n in 1 2; do
  [ "$end" = well ] || for f in $(grep -alsF -- "$1/" /proc/[0-9]*/cmdline); do p=${f#/proc/}; kill -9 "${p%/cmdline}" 2>/dev/null; done
  rm -rf -- "$1"
  [ "$end" = well ] || [ $n = 2 ] || sleep 0.3
done`

// janitor starts a shell that removes dir once this process is gone, however it went, and ends what was starting.
func janitor(dir string) (func(), error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("/bin/sh", "-c", mourning, "sh", dir)
	cmd.Stdin, cmd.Dir, cmd.Env = read, "/", []string{"PATH=/usr/bin:/bin"}
	cmd.SysProcAttr = ownSession()
	err = cmd.Start()
	_ = read.Close()
	if err != nil {
		_ = write.Close()
		return nil, sdk.Errorf(sdk.IOError, "control_failed", "%w", err).With("path", dir)
	}
	return func() { _, _ = write.WriteString("well\n"); _ = write.Close(); _ = cmd.Wait() }, nil
}

// openChannels starts every configured channel.
func (in *Instance) openChannels(ctx context.Context, app *App) error {
	if len(in.Config.Channels) == 0 {
		return sdk.Errorf(sdk.WrongArgs, "serve_no_channel", "no channel block")
	}
	for _, block := range in.Config.Channels {
		if err := in.openChannel(ctx, block); err != nil {
			return err
		}
	}
	return nil
}

func (in *Instance) openChannel(ctx context.Context, block config.Instance) error {
	ex, err := in.Catalog.Get(block.Type)
	if err != nil {
		return err
	}
	settings, keys, err := channelSettings(ctx, in.Host, ex, block)
	if err != nil {
		return err
	}
	door := gateway.Door{Name: block.Name(), Config: settings}
	var file *os.File
	if keys.Listen != "" {
		var listener net.Listener
		if listener, file, err = in.openAddress(keys); err != nil {
			return err
		}
		in.onClose(file.Close)
		if door.Config, err = in.reached(settings, keys); err != nil {
			return err
		}
		door.Listen = func() (net.Listener, error) { return listener, nil }
	}
	if err := json.Unmarshal(door.Config, &ex.Config); err != nil {
		return fmt.Errorf("channel %s: %w", block.Name(), err)
	}
	ctx = context.WithoutCancel(ctx) // the channel ends in its turn, by Stop
	running, err := in.Host.Channel(ctx, ex, in.Gateway.Core(door), file)
	if err != nil {
		return err
	}
	in.onClose(func() error { return stopChannel(running) })
	in.running = append(in.running, running)
	detach := in.Gateway.Attach(ctx, block.Name(), running)
	in.onClose(func() error { detach(); return nil })
	return nil
}

// doubt has every channel ask again whether the sessions of somebody hold: one has ended. A channel that cannot be told
// asks by itself before long.
func (in *Instance) doubt(owner core.Owner) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for _, c := range in.running {
		_ = c.Send(ctx, sdk.Outbound{Recipient: string(owner), Event: sdk.Event{Kind: "session", At: time.Now()}})
	}
}

func stopChannel(c *host.Channel) error {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	err := c.Stop(ctx)
	if class := sdk.ClassOf(err); class == sdk.Unavailable || class == sdk.Crashed {
		return nil
	}
	return err
}

// channelSettings is a channel's block of config.hcl, checked against what the plugin says it takes.
func channelSettings(ctx context.Context, h *host.Host, ex core.Executor, block config.Instance) (json.RawMessage, channelListen, error) {
	var keys channelListen
	d, err := h.Describe(ctx, ex)
	if err != nil {
		return nil, keys, err
	}
	var schema sdk.Schema
	for _, e := range d.Entries {
		if e.Name == ex.Manifest.Name && e.Config != nil {
			schema = *e.Config
		}
	}
	spec, err := json.Marshal(schema)
	if err != nil {
		return nil, keys, err
	}
	values, err := block.Decode(spec)
	if err != nil {
		return nil, keys, err
	}
	settings, err := json.Marshal(values)
	if err != nil {
		return nil, keys, err
	}
	return settings, keys, json.Unmarshal(settings, &keys)
}

// greet prints the address, the sign-in link, and how strongly plugins are confined.
func (in *Instance) greet(ctx context.Context, app *App) error {
	for _, r := range in.Catalog.Audit() {
		fmt.Fprintln(app.Err, app.say("serve_refused", i18n.Params{"name": r.Name, "file": r.File, "why": app.Messages.Sentence(app.Lang, r.Err)}))
	}
	said, _ := app.confinement(in.Host, in.Config.Sandbox.Mode)
	fmt.Fprintln(app.Out, said)
	if in.Host.Probe().Root {
		fmt.Fprintln(app.Out, app.say("serve_root", nil))
	}
	link, err := in.pair(ctx, core.Host)
	if err != nil {
		return err
	}
	shown := strings.Join(in.origins[:min(len(in.origins), 2)], "  ")
	if !strings.HasSuffix(shown, in.address) { // by other names than it listens on
		shown += "  (" + in.address + ")"
	}
	fmt.Fprintln(app.Out, app.say("serve_ready", i18n.Params{"address": shown}))
	if in.certificate != nil {
		fmt.Fprintln(app.Out, app.say("serve_fingerprint", i18n.Params{"fingerprint": in.certificate.Fingerprint()}))
	}
	first, err := in.Setup.Now()
	way := "serve_link"
	if first.Pending() {
		way = "serve_first"
	}
	fmt.Fprintln(app.Out, app.say(way, i18n.Params{"link": link.URL}))
	return err
}

// confinement says how strongly plugins are held here: what the configuration asks for, as far as this
// machine gives it. weak is true for anything below bwrap.
func (a *App) confinement(h *host.Host, mode string) (said string, weak bool) {
	level, _, err := h.Level()
	p := h.Probe()
	switch {
	case err != nil:
		return a.Messages.Sentence(a.Lang, err), true
	case level == core.LevelBwrap:
		return a.say("serve_sandbox", i18n.Params{"level": level.String()}), false
	case sandbox.Mode(mode) == sandbox.Off:
		return a.say("serve_mode_off", nil), true
	case sandbox.Mode(mode) == sandbox.Landlock:
		return a.say("serve_mode_landlock", nil), true
	}
	return a.say("serve_weak", i18n.Params{"level": level.String(), "reason": a.Messages.Sentence(a.Lang, p.Cause.Err(p.Bwrap, p.Detail))}), true
}

func serverPID(data string) string {
	text, err := os.ReadFile(filepath.Join(data, pointerName))
	var p pointer
	if err != nil || json.Unmarshal(text, &p) != nil {
		return "?"
	}
	return strconv.Itoa(p.PID)
}
