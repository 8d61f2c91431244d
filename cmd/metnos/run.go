package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/broker"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/destination"
	"github.com/metnos/metnos/core/front"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/host/vitals"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/meter"
	"github.com/metnos/metnos/core/parcels"
	"github.com/metnos/metnos/core/passkeys"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
	"github.com/metnos/metnos/core/precedent/scribe"
	"github.com/metnos/metnos/core/records"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/core/scratch"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/setup"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/tasks"
	"github.com/metnos/metnos/core/threads"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/core/turn/trace"
	"github.com/metnos/metnos/core/tutor"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Instance is a running core: every organ, wired. Close stops it in the reverse order of its start.
type Instance struct {
	Config   *config.Config
	Store    *store.Store
	Ring     *keys.Ring
	Catalog  *catalog.Catalog
	Host     *host.Host
	Ledger   *ledger.Ledger
	Journal  *undo.Journal
	Pad      *scratch.Pad
	People   *people.People
	Passkeys *passkeys.Passkeys
	Book     *scribe.Scribe
	Turns    *turn.Runner
	Gateway  *gateway.Gateway
	Threads  *threads.Threads
	Settings *settings.Settings
	Parcels  *parcels.Parcels
	Tasks    *tasks.Keeper
	Records  *records.Keeper
	Meter    *meter.Meter
	Setup    *setup.Setup
	inForce  atomic.Pointer[config.Config] // as Config, and what the first run made of it
	realm    *realm
	say      *i18n.Catalog
	lifetime
	feed        *gateway.Feed
	running     []*host.Channel
	home        string
	address     string             // host:port of the page, once a channel listens
	origins     []string           // what to open in a browser, the first to be shown
	sites       []string           // where passkeys may be used
	certificate *front.Certificate // nil without TLS of our own
	figures     string             // host:port of the figures, when they have one of their own
	since       time.Time
	kept        chored
	glance      glance
}

// start wires the organs over a data directory. What was opened is closed again when a later part fails.
func (a *App) start(ctx context.Context, cfg *config.Config) (_ *Instance, err error) {
	in := &Instance{Config: cfg, say: a.Messages, since: time.Now()}
	in.inForce.Store(cfg)
	defer func() {
		if err != nil {
			err = errors.Join(err, in.Close())
		}
	}()
	if in.home, err = a.Home(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, sdk.Errorf(sdk.IOError, "data_unreadable", "%w", err).With("path", cfg.Data)
	}
	if err := private(cfg.Data); err != nil {
		return nil, err
	}
	for _, open := range []func(*App) error{in.openState, in.openCatalog, in.openHost, in.openMeter, in.openTurns} {
		if err := open(a); err != nil {
			return nil, err
		}
	}
	return in, ctx.Err()
}

// private refuses a data folder that others may write to: whoever writes there decides what is trusted.
func private(data string) error {
	info, err := os.Stat(data)
	if err != nil {
		return sdk.Errorf(sdk.IOError, "data_unreadable", "%w", err).With("path", data)
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if info.Mode().Perm()&0o022 != 0 || ok && int(owner.Uid) != os.Geteuid() {
		return sdk.Errorf(sdk.PolicyDenied, "data_open", "%s is writable by others, or another user's", data).With("path", data)
	}
	return nil
}

// storeLayout is the shape of what the store holds. A program with another one takes a copy first.
const storeLayout = "1"

// openState opens what lives on disk: store, ledger, undo journal, persons.
func (in *Instance) openState(a *App) (err error) {
	if in.Store, err = store.Open(in.Config.Data); err != nil {
		return err
	}
	in.onClose(in.Store.Close)
	if _, err := in.Store.Upgrade(context.Background(), storeLayout, time.Now()); err != nil {
		return err
	}
	if in.Ledger, err = ledger.Open(filepath.Join(in.Config.Data, "ledger"), ledger.Options{}); err != nil {
		return err
	}
	in.onClose(in.Ledger.Close)
	if in.Journal, err = undo.Open(filepath.Join(in.Config.Data, "undo"), time.Now); err != nil {
		return err
	}
	if err := in.Journal.Expire(); err != nil {
		return err
	}
	if in.Pad, err = scratch.Open(filepath.Join(in.Config.Data, "scratch"), time.Now); err != nil {
		return err
	}
	in.People = people.New(in.persons(), in.home, time.Now)
	in.Setup = setup.New(store.TableOf[setup.State](in.Store, "setup"), time.Now)
	in.Passkeys = passkeys.New(store.TableOf[passkeys.Holder](in.Store, "passkeys"), func() []string { return in.sites }, time.Now)
	in.openTasks(a)
	return nil
}

// openCatalog reads the trusted keys and admits what they signed.
func (in *Instance) openCatalog(a *App) (err error) {
	libexec, err := a.Libexec()
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(libexec, "catalog")); errors.Is(err, fs.ErrNotExist) {
		return sdk.Errorf(sdk.NotFound, "catalog_absent", "%w", err).With("path", libexec)
	}
	if in.Ring, err = keys.Open(trusted(in.Config), keys.InFolder(filepath.Join(in.Config.Data, "keys"))); err != nil {
		return err
	}
	if in.Catalog, err = catalog.Open([]string{libexec, in.Config.Data}, in.Ring, in.Store.Pins()); err != nil {
		return err
	}
	return ownSkills{in}.rest()
}

func trusted(cfg *config.Config) []keys.TrustFile {
	var files []keys.TrustFile
	for _, t := range cfg.Trust {
		files = append(files, keys.TrustFile{Role: manifest.Role(t.Role), Path: t.Key})
	}
	return files
}

// openHost prepares the plugin processes and their broker.
func (in *Instance) openHost(a *App) (err error) {
	desk, kept := broker.New(broker.Config{Preimages: in.Journal}), in.own()
	in.Host, err = host.New(host.Config{
		Mode: sandbox.Mode(in.Config.Sandbox.Mode), Quarantine: filepath.Join(in.Config.Data, "quarantine"), Hidden: in.hidden(a),
		Grants: granted{in.grants, in.People, in.home}.For, Redact: ledger.Redact, System: vitals.New().Read,
		Broker: func(s host.Session) sdk.Host {
			in := scope(s)
			in.Self = kept.For(s.Call)
			return desk.Session(in)
		},
	})
	if err != nil {
		return err
	}
	in.onClose(in.Host.Close)
	return nil
}

// scope is what one call may ask of the broker: its signed manifest, its grants, its owner.
func scope(s host.Session) broker.Scope {
	return broker.Scope{
		Owner: core.Owner(s.Call.Owner), Turn: s.Call.Turn, Executor: s.Executor.Manifest.Name, Roots: s.Roots, Deny: s.Profile.Deny,
		Hosts: s.Profile.Hosts, Credentials: s.Profile.Credentials, Config: s.Executor.Config, Progress: s.Progress,
		Reads: declares(s.Executor, "metnos:read"), Writes: declares(s.Executor, "metnos:write"),
	}
}

// hidden are the core's own folders, which no plugin sees.
func (in *Instance) hidden(a *App) []string {
	folders := []string{in.Config.Data}
	if in.Config.File != "" {
		folders = append(folders, in.Config.File)
	}
	return append(folders, filepath.Join(a.configHome(in.home), "metnos"))
}

// epoch names this very program: plans another build made are made anew, so that none hides a better composer.
func epoch() string {
	exe, err := os.Executable()
	if err != nil {
		return version
	}
	info, err := os.Stat(exe)
	if err != nil {
		return version
	}
	return fmt.Sprintf("%s %d %d", version, info.Size(), info.ModTime().UnixNano())
}

// openTurns wires the order of a turn.
func (in *Instance) openTurns(a *App) error {
	level, _, err := in.Host.Level()
	if err != nil {
		level = core.LevelProcess // nothing will start, and each refusal will say why
	}
	policy := vaglio.Policy{Threshold: in.Config.Policy.BulkThreshold, Deny: in.hidden(a), Level: level}
	in.feed = gateway.NewFeed(in.Store.Conversations(), cliChannel)
	realm := newRealm(granted{in.grants, in.People, in.home}, policy, in.Records)
	in.realm = realm
	in.Book = scribe.New(precedent.New(store.TableOf[precedent.Row](in.Store, "precedents"), time.Now), in.faulted)
	in.onClose(in.Book.Close)
	composer := compose.New()
	guide := tutor.New(tutor.Organs{Composer: composer, Catalog: in.Catalog, Places: realm.places, House: quarters{in, a}, Say: a.Messages})
	in.Turns = turn.New(turn.Organs{
		People: in.People, Catalog: in.Catalog, Places: realm.places, Tutor: guide,
		Composer: meteredComposer{composer, in.Meter}, Precedents: in.Book, Epoch: epoch(), Destinations: destination.New(destination.None{}), Decider: realm, Invoker: meteredInvoker{in.Host, in.Meter},
		Dialogs: in.Store.Dialogs(), Memory: store.TableOf[plan.Remembered](in.Store, "memory"),
		Journal: in.Journal, Pad: in.Pad, Ledger: in.Ledger, Events: in.feed, Say: a.Messages, Redact: ledger.Redact, Now: time.Now,
		Lang: in.Config.Locale.Language, Zone: in.Config.Locale.Zone,
	})
	in.openThreads()
	in.openParcels(a)
	pages, err := in.settingsMethods(a)
	if err != nil {
		return err
	}
	door, err := gateway.New(gateway.Organs{
		Turns: meteredTurns{in.Turns, in.Meter}, People: in.People, Bindings: in.People, Pairing: in.People, Feed: in.feed, Feedback: verdicts{in.Ledger, filepath.Join(in.Config.Data, "ledger"), in.Book, store.TableOf[rated](in.Store, "verdicts")}, Ledger: in.Ledger,
		Deliveries: deliveryShelf{in.Store.Deliveries()}, Letters: letterShelf{in.Store.Letters()}, Pushed: in.pushed,
		Dialogs: in.Store.Dialogs(), Memory: store.TableOf[plan.Remembered](in.Store, "memory"), Traces: in.Journal, Catalog: in.Catalog, Threads: in.Threads, Methods: slices.Concat(in.conversationMethods(), in.parcelMethods(), in.passkeyMethods(), in.setupMethods(a), in.telemetryMethods(), pages, []gateway.Method{in.begin(guide)}), Say: a.Messages, Redact: ledger.Redact, Now: time.Now,
		Lang: in.Config.Locale.Language, Zone: in.Config.Locale.Zone,
	})
	if err != nil {
		return err
	}
	in.Gateway = door
	in.onClose(func() error { door.Close(); return nil })
	return nil
}

// faulted records a fault of the program after the end of a turn. When even that fails, nothing is left to tell.
func (in *Instance) faulted(owner core.Owner, turn string, fault any) {
	_ = trace.Trace{Ledger: in.Ledger, Now: time.Now}.Fault(context.Background(), core.Turn{Owner: owner, ID: turn}, fault)
}
