package target

import (
	"cmp"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Target says where the files of one call go.
type Target struct {
	files                       sdk.Files
	destination, name, template string
	zone                        *time.Location
	lang                        string
}

// Read takes destination, name and template out of the arguments of a call over so many paths.
func Read(args *arg.Reader, files sdk.Files, call sdk.Call, paths int) (Target, error) {
	t := Target{
		files: files, destination: args.Text("destination", ""), name: args.Text("name", ""), template: args.Text("template", ""),
		zone: entry.Zone(call), lang: call.Lang,
	}
	if err := args.Err(); err != nil {
		return t, err
	}
	if t.destination == "" && t.name == "" && t.template == "" {
		return t, sdk.Errorf(sdk.MissingInput, "destination_missing", "neither a destination nor a name was given")
	}
	if t.name != "" && paths > 1 && !placeholder.MatchString(t.name) {
		return t, sdk.Errorf(sdk.WrongArgs, "name_for_many", "one name cannot serve several files").With("name", entry.Shown(t.name))
	}
	if t.destination == "" {
		return t, nil
	}
	t.destination = entry.Actual(files, t.destination)
	if _, err := change.IsFolder(files, t.destination); err != nil {
		return t, entry.Problem(err, t.destination)
	}
	return t, nil
}

// Of is the place for the n-th path, 1-based, described by info.
func (t Target) Of(p string, info fs.FileInfo, n int) (string, error) {
	values := facts(p, info, n, t.zone, t.lang)
	if strings.Contains(t.template+t.name, "{taken") {
		if err := t.shot(values, p, info); err != nil {
			return "", err
		}
	}
	folder, name := cmp.Or(t.destination, path.Dir(p)), path.Base(p)
	if t.template != "" {
		sub, err := subfolder(t.template, values)
		if err != nil {
			return "", err
		}
		folder = path.Join(folder, sub)
	}
	if t.name != "" {
		var err error
		if name, err = fits(t.name, values); err != nil {
			return "", err
		}
		if err := newName(name); err != nil {
			return "", err
		}
	}
	return path.Join(folder, name), nil
}
