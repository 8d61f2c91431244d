package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // a small machine may have no zone database

	"github.com/alecthomas/kong"
	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/i18n"
)

// version is set by the linker.
var version = "dev"

// cli is the command line. Help texts are keys of the message catalogue, given to kong as variables.
type cli struct {
	Config string `help:"${flag_config}" env:"METNOS_CONFIG" placeholder:"FILE"`
	Data   string `help:"${flag_data}" env:"METNOS_DATA" placeholder:"DIR"`
	Lang   string `help:"${flag_lang}" enum:",it,en" default:""`
	JSON   bool   `help:"${flag_json}" name:"json"`

	Serve   serveCmd   `cmd:"" help:"${cmd_serve}"`
	Ask     askCmd     `cmd:"" help:"${cmd_ask}"`
	Plan    planCmd    `cmd:"" help:"${cmd_plan}"`
	Undo    undoCmd    `cmd:"" help:"${cmd_undo}"`
	Log     logCmd     `cmd:"" help:"${cmd_log}"`
	Doctor  doctorCmd  `cmd:"" help:"${cmd_doctor}"`
	Plugin  pluginCmd  `cmd:"" help:"${cmd_plugin}"`
	Key     keyCmd     `cmd:"" help:"${cmd_key}"`
	User    userCmd    `cmd:"" help:"${cmd_user}"`
	Task    taskCmd    `cmd:"" help:"${cmd_task}"`
	Backup  backupCmd  `cmd:"" help:"${cmd_backup}"`
	Restore restoreCmd `cmd:"" help:"${cmd_restore}"`
	Help    helpCmd    `cmd:"" help:"${cmd_help}"`
	Version versionCmd `cmd:"" help:"${cmd_version}"`
}

// Exit codes: 0 done (whatever the turn's kind), 1 failed, 2 usage.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	host.RunConfine(os.Args) // returns at once unless this process was started to confine a plugin
	// What the shell left open is nobody's grant: no plugin may inherit it.
	if err := unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		fmt.Fprintln(os.Stderr, "metnos: close_range:", err)
		os.Exit(exitFailed)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program without the process: tests call it.
func run(ctx context.Context, args []string, getenv func(string) string, in io.Reader, out, errs io.Writer) int {
	messages, err := i18n.New()
	if err != nil {
		fmt.Fprintln(errs, err)
		return exitFailed
	}
	lang := spokenLang(args, getenv)
	var c cli
	parser, err := kong.New(&c, kong.Name("metnos"), kong.Description(messages.Say(lang, "cli_about", nil)),
		vars(messages, lang), kong.Writers(helpIn(lang, messages, out), errs), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Exit(func(code int) { panic(exit(code)) }))
	if err != nil {
		fmt.Fprintln(errs, err)
		return exitFailed
	}
	app := &App{Messages: messages, Getenv: getenv, Lang: lang, In: in, Out: out, Err: errs}
	return app.dispatch(ctx, parser, &c, args)
}

// exit carries kong's own exits (--help) out of Parse.
type exit int

func (a *App) dispatch(ctx context.Context, parser *kong.Kong, c *cli, args []string) (code int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exit:
			code = int(r)
		default:
			panic(r)
		}
	}()
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(a.Err, a.mistake(err))
		return exitUsage
	}
	a.ConfigFile, a.DataDir, a.JSON, a.Asked = c.Config, c.Data, c.JSON, c.Lang
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(a); err != nil {
		return a.fail(err)
	}
	return 0
}

// fail prints one sentence plus a hint and returns the exit code.
func (a *App) fail(err error) int {
	var said *saidError
	if !errors.As(err, &said) {
		fmt.Fprintln(a.Err, a.Messages.Sentence(a.Lang, err))
	}
	return exitFailed
}

// saidError is a failure whose sentence the command has printed itself.
type saidError struct{ error }

// vars gives kong every help text in the person's language.
func vars(messages *i18n.Catalog, lang string) kong.Vars {
	v := kong.Vars{}
	for key := range messages.Keys(lang) {
		if strings.HasPrefix(key, "cmd_") || strings.HasPrefix(key, "flag_") || strings.HasPrefix(key, "arg_") {
			v[key] = messages.Say(lang, key, nil)
		}
	}
	return v
}

// spokenLang finds the language before the command line is parsed, so that help and mistakes speak it too.
func spokenLang(args []string, getenv func(string) string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--lang="); ok {
			return i18n.Language(value)
		}
		if arg == "--lang" && i+1 < len(args) {
			return i18n.Language(args[i+1])
		}
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" && value != "C" && value != "POSIX" && !strings.HasPrefix(value, "C.") {
			return i18n.Language(value)
		}
	}
	return "en"
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(app *App) error {
	fmt.Fprintln(app.Out, version)
	return nil
}
