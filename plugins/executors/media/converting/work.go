package converting

import (
	"context"
	"io"

	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// maker writes what one file becomes, and tells what is worth knowing of it.
type maker func(ctx context.Context, j job, to io.Writer) (facts map[string]any, err error)

// work makes the files of a plan, one after the other.
func work(ctx context.Context, host sdk.Host, p *planning, log *change.Log, limit int64, make maker) (sdk.Result, error) {
	var folders []string
	if p.folder != "" && len(p.jobs) > 0 {
		var err error
		if folders, err = host.Files().MkdirAll(p.folder); err != nil {
			return sdk.Result{}, entry.Problem(err, p.folder)
		}
	}
	var stop error
	for i, j := range p.jobs {
		if stop = entry.Stopped(ctx); stop != nil {
			break
		}
		host.Progress(int64(i), int64(len(p.jobs)), entry.Shown(j.from))
		if err := one(ctx, host, j, log, limit, make); err != nil {
			if stop = entry.Stopped(ctx); stop != nil {
				break
			}
			log.Fail(j.from, err)
		}
	}
	if len(log.Results) == 0 {
		folders = change.RemoveMade(host.Files(), folders)
	}
	log.Evidence = append(change.Made(folders), log.Evidence...)
	return log.Result("delete_created", len(log.Results), stop), nil
}

// one makes one file and looks at what came of it.
func one(ctx context.Context, host sdk.Host, j job, log *change.Log, limit int64, make maker) error {
	files := host.Files()
	before, backup := "", ""
	if j.replaces {
		var err error
		if before, backup, err = change.Keep(ctx, host, j.to); err != nil {
			return err
		}
	}
	var facts map[string]any
	size, sum, err := change.Put(files, j.to, j.replaces, func(to io.Writer) (err error) {
		facts, err = make(ctx, j, &bounded{to: to, left: limit})
		return err
	})
	if err != nil {
		return err
	}
	log.Evidence = append(log.Evidence, change.Written(j.to, "convert", sum, backup, before))
	after, err := change.Sum(ctx, files, j.to)
	if err != nil || after != sum {
		return entry.Failed(sdk.Uncertain, "write_unsure", j.to, "has not the content that was written")
	}
	item := entry.Named(j.to)
	item["action"], item["source"], item["size"] = "convert", entry.Shown(j.from), size
	for key, value := range facts {
		item[key] = value
	}
	log.Results = append(log.Results, item)
	return nil
}

// bounded is a writer that takes so many bytes.
type bounded struct {
	to   io.Writer
	left int64
}

func (b *bounded) Write(data []byte) (int, error) {
	if b.left -= int64(len(data)); b.left < 0 {
		return 0, entry.Failed(sdk.Oversize, "converted_too_large", entry.Unnamed, "the new file would be too large")
	}
	return b.to.Write(data)
}
