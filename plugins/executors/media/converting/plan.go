package converting

import (
	"path"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// job is one file to make.
type job struct {
	from, to string
	format   string
	replaces bool
}

// planning decides which files a call makes.
type planning struct {
	files     sdk.Files
	format    string // "" for the one each has
	folder    string // "" for beside each
	overwrite bool
	jobs      []job
	missing   []string // folders to make, outermost first
}

// newPlanning reads the arguments all converters share. known tells the format an extension stands for. A file that has
// the format already is made anew with suffix after its name; without a suffix it fails.
func newPlanning(call sdk.Call, files sdk.Files, suffix string, known func(extension string) string, fail func(string, error)) (*planning, error) {
	args := arg.Of(call)
	args.Must("paths")
	p := &planning{files: files, format: args.Text("format", ""), folder: args.Text("destination", ""), overwrite: args.Flag("overwrite", false)}
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return nil, err
	}
	paths = entry.Actuals(files, paths)
	if err := entry.Fits(paths); err != nil {
		return nil, err
	}
	if p.folder != "" {
		p.folder = entry.Actual(files, p.folder)
		var err error
		if p.missing, err = change.MissingFolders(files, p.folder); err != nil {
			return nil, err
		}
	}
	taken := map[string]bool{}
	for _, from := range paths {
		j, err := p.job(from, suffix, known)
		if err == nil && taken[j.to] {
			err = entry.Failed(sdk.Conflict, "same_target", j.to, "two files would become it")
		}
		if err != nil {
			fail(from, err)
			continue
		}
		taken[j.to] = true
		p.jobs = append(p.jobs, j)
	}
	return p, nil
}

func (p *planning) job(from, suffix string, known func(extension string) string) (job, error) {
	target, info, err := entry.Follow(p.files, from)
	if err != nil {
		return job{}, err
	}
	if err := entry.Readable(from, info); err != nil {
		return job{}, err
	}
	name := path.Base(from)
	extension := strings.TrimPrefix(path.Ext(name), ".")
	stem := strings.TrimSuffix(name, path.Ext(name))
	if stem == "" {
		stem, extension = name, ""
	}
	has, format := known(strings.ToLower(extension)), p.format
	if format == "" {
		format = has
	}
	if format == "" {
		return job{}, entry.Failed(sdk.WrongArgs, "not_a_picture", from, "has no format that is known")
	}
	if has == format {
		if suffix == "" && p.folder == "" {
			return job{}, entry.Failed(sdk.Conflict, "format_already", from, "has the format already")
		}
		stem += suffix
	}
	folder := p.folder
	if folder == "" {
		folder = path.Dir(from)
	}
	j := job{from: target, to: entry.Join(folder, stem+"."+format), format: format}
	if !change.Exists(p.files, j.to) {
		return j, nil
	}
	there, err := p.files.Lstat(j.to)
	switch {
	case !p.overwrite || j.to == target:
		return job{}, entry.Failed(sdk.Conflict, "file_exists", j.to, "exists already")
	case err != nil:
		return job{}, err
	case !there.Mode().IsRegular():
		return job{}, entry.Failed(sdk.Conflict, "special_file", j.to, "is not a regular file")
	}
	j.replaces = true
	return j, nil
}

// forecast tells what would be made.
func (p *planning) forecast(f *change.Forecast) {
	for _, folder := range p.missing {
		f.Add("create", folder, "")
	}
	for _, j := range p.jobs {
		action := "create"
		if j.replaces {
			action = "overwrite"
		}
		f.Add(action, j.to, j.from)
	}
}
