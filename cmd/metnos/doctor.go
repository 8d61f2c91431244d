package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/front"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

type doctorCmd struct{}

// finding is one thing the doctor looked at. Level: ok, warn, fail.
type finding struct {
	Level  string `json:"level"`
	What   string `json:"what"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy,omitempty"`
}

// doctor collects findings in the person's language. It edits nothing.
type doctor struct {
	app      *App
	cfg      *config.Config
	findings []finding
}

// Run looks at the installation and this machine.
func (doctorCmd) Run(app *App) error {
	d := &doctor{app: app}
	d.configuration()
	if d.cfg != nil {
		cat := d.catalog()
		h := d.sandbox()
		d.data()
		d.store()
		d.space()
		d.record()
		if h != nil && cat != nil {
			d.channels(h, cat)
		}
		if h != nil {
			defer h.Close()
		}
	}
	d.toolchain()
	return d.print()
}

func (d *doctor) add(level, what, detail, remedy string) {
	d.findings = append(d.findings, finding{Level: level, What: d.app.say(what, nil), Detail: detail, Remedy: remedy})
}

func (d *doctor) fault(what string, err error) {
	d.add("fail", what, d.app.Messages.Sentence(d.app.Lang, err), "")
}

func (d *doctor) configuration() {
	cfg, err := d.app.Load()
	if err != nil {
		d.add("fail", "doctor_config", d.app.Messages.Sentence(d.app.Lang, err), d.app.say("doctor_config_remedy", nil))
		return
	}
	d.cfg = cfg
	detail := cfg.File
	if detail == "" {
		detail = d.app.say("doctor_config_builtin", nil)
	}
	d.add("ok", "doctor_config", detail, "")
}

// catalog verifies every signature and digest. Pins are read from memory alone: looking must not pin.
func (d *doctor) catalog() *catalog.Catalog {
	libexec, err := d.app.Libexec()
	if err != nil {
		d.fault("doctor_catalog", err)
		return nil
	}
	ring, err := keys.Open(trusted(d.cfg), keys.InFolder(filepath.Join(d.cfg.Data, "keys")))
	if err != nil {
		d.fault("doctor_catalog", err)
		return nil
	}
	for _, fault := range ring.Faults() {
		d.fault("doctor_catalog", fault)
	}
	cat, err := catalog.Open([]string{libexec, d.cfg.Data}, ring, new(keys.MemoryPins))
	if err != nil {
		d.fault("doctor_catalog", err)
		return nil
	}
	refused := cat.Audit()
	var trustedIDs []string
	for _, e := range ring.Entries() {
		trustedIDs = append(trustedIDs, e.Key.ID+" ("+string(e.Key.Role)+")")
	}
	level := "ok"
	if len(cat.Active()) == 0 {
		level = "fail"
	}
	d.add(level, "doctor_catalog", d.app.say("doctor_catalog_detail", i18n.Params{
		"admitted": strconv.Itoa(len(cat.Active())), "refused": strconv.Itoa(len(refused)), "keys": strings.Join(trustedIDs, ", "),
	}), "")
	for _, r := range refused {
		d.add("fail", "doctor_catalog", d.app.say("doctor_refused_detail", i18n.Params{
			"name": r.Name, "file": r.File, "why": d.app.Messages.Sentence(d.app.Lang, r.Err),
		}), "")
	}
	return cat
}

// sandbox runs the real confinement and says what came of it.
func (d *doctor) sandbox() *host.Host {
	h, err := host.New(host.Config{Mode: sandbox.Mode(d.cfg.Sandbox.Mode)})
	if err != nil {
		d.fault("doctor_runtime", err)
		return nil
	}
	p := h.Probe()
	said, weak := d.app.confinement(h, d.cfg.Sandbox.Mode)
	if weak {
		d.add("warn", "doctor_sandbox", said, "")
	} else {
		d.add("ok", "doctor_sandbox", said, "")
	}
	if p.Root {
		d.add("warn", "doctor_sandbox", d.app.say("doctor_root_detail", nil), d.app.say("doctor_root_remedy", nil))
	}
	return h
}

func (d *doctor) data() {
	at := existing(d.cfg.Data)
	kind, err := disk.Network(at)
	if err != nil {
		d.fault("doctor_data", err)
		return
	}
	if kind != "" {
		d.add("warn", "doctor_data", d.app.say("doctor_data_network", i18n.Params{"path": d.cfg.Data, "kind": kind}), d.app.say("doctor_data_network_remedy", nil))
		return
	}
	if _, err := os.Stat(d.cfg.Data); err == nil {
		if err := private(d.cfg.Data); err != nil {
			d.fault("doctor_data", err)
			return
		}
	}
	d.add("ok", "doctor_data", d.app.say("doctor_data_detail", i18n.Params{"path": d.cfg.Data}), "")
}

// store reads every file of the store, unless a running core holds them.
func (d *doctor) store() {
	damaged, err := disk.Inspect(d.cfg.Data)
	for _, fault := range damaged {
		d.fault("doctor_store", fault)
	}
	switch {
	case sdk.ClassOf(err) == sdk.Conflict || sdk.ClassOf(err) == sdk.Unavailable: // a running core holds the files
		d.add("warn", "doctor_store", d.app.say("doctor_store_held", nil), "")
	case err != nil:
		d.fault("doctor_store", err)
	case len(damaged) == 0:
		d.add("ok", "doctor_store", d.app.say("doctor_store_detail", nil), "")
		d.tasks()
	}
}

// existing is the nearest folder on the way up that is there.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

// lowDisk is where a write-ahead record may soon fail, in bytes.
const lowDisk = 500 << 20

func (d *doctor) space() {
	var st unix.Statfs_t
	at := existing(d.cfg.Data)
	if err := unix.Statfs(at, &st); err != nil {
		d.fault("doctor_disk", err)
		return
	}
	free := uint64(st.Bavail) * uint64(st.Bsize)
	level, remedy := "ok", ""
	if free < lowDisk {
		level, remedy = "warn", d.app.say("doctor_disk_remedy", nil)
	}
	d.add(level, "doctor_disk", d.app.say("doctor_disk_detail", i18n.Params{"free": fmt.Sprintf("%.1f GB", float64(free)/1e9)}), remedy)
	if st.Flags&unix.ST_NOEXEC != 0 {
		d.add("warn", "doctor_disk", d.app.say("doctor_noexec", i18n.Params{"path": at}), d.app.say("doctor_noexec_remedy", nil))
	}
}

func (d *doctor) record() {
	report, err := ledger.Verify(filepath.Join(d.cfg.Data, "ledger"))
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		d.add("fail", "doctor_record", d.app.Messages.Sentence(d.app.Lang, err), d.app.say("doctor_record_remedy", nil))
		return
	}
	d.add("ok", "doctor_record", d.app.say("doctor_record_detail", i18n.Params{"count": strconv.FormatInt(report.Records, 10)}), "")
}

// channels asks each channel's plugin what it takes, checks its block and says where it would listen.
func (d *doctor) channels(h *host.Host, cat *catalog.Catalog) {
	if len(d.cfg.Models) == 0 {
		d.add("ok", "doctor_models", d.app.say("doctor_models_none", nil), "")
	}
	for _, block := range d.cfg.Channels {
		ex, err := cat.Get(block.Type)
		if err != nil {
			d.fault("doctor_channel", err)
			continue
		}
		_, keys, err := channelSettings(context.Background(), h, ex, block)
		if err == nil {
			err = keys.check()
		}
		if err == nil && len(keys.TLS) == 1 && keys.TLS[0].Cert != "" {
			_, err = front.Files(keys.TLS[0].Cert, keys.TLS[0].Key, time.Now)
		}
		if err != nil {
			d.fault("doctor_channel", err)
			continue
		}
		d.add("ok", "doctor_channel", d.app.say("doctor_channel_detail", i18n.Params{"name": block.Name(), "address": keys.Listen}), "")
	}
}

func (d *doctor) toolchain() {
	out, err := exec.Command("go", "version").Output()
	if err != nil {
		d.add("warn", "doctor_toolchain", d.app.say("doctor_toolchain_missing", nil), d.app.say("doctor_toolchain_remedy", nil))
		return
	}
	d.add("ok", "doctor_toolchain", d.app.say("doctor_toolchain_detail", i18n.Params{"version": strings.TrimSpace(string(out))}), "")
}

// print shows the findings; any failure is exit status 1.
func (d *doctor) print() error {
	if d.app.JSON {
		if err := json.NewEncoder(d.app.Out).Encode(d.findings); err != nil {
			return err
		}
	}
	failed := false
	for _, f := range d.findings {
		failed = failed || f.Level == "fail"
		if d.app.JSON {
			continue
		}
		key := map[string]string{"ok": "doctor_ok_line", "warn": "doctor_warn_line", "fail": "doctor_bad_line"}[f.Level]
		first, rest, more := strings.Cut(f.Detail, "\n")
		fmt.Fprintln(d.app.Out, d.app.say(key, i18n.Params{"what": f.What, "detail": first}))
		if more { // sentences already said, one a line
			fmt.Fprintln(d.app.Out, "      "+strings.ReplaceAll(rest, "\n", "\n      "))
		}
		if f.Remedy != "" {
			fmt.Fprintln(d.app.Out, d.app.say("doctor_remedy_line", i18n.Params{"remedy": f.Remedy}))
		}
	}
	if failed {
		return &saidError{fmt.Errorf("doctor: %s", d.app.say("doctor_failed", nil))}
	}
	return nil
}
