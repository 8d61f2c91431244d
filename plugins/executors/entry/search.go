package entry

import (
	"context"
	"io/fs"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files/ahead"
)

// Searching is what files can do that look ahead; [Search] does without where they cannot.
type Searching interface {
	Search(ctx context.Context, path string, pick ahead.Pick, fn fs.WalkDirFunc) error
}

// Search walks and visits, beside the folders, only the names pick wants. Which of them it wants described is known
// without asking when the visit comes.
func Search(ctx context.Context, files sdk.Files, path string, pick ahead.Pick, fn fs.WalkDirFunc) error {
	if s, ok := files.(Searching); ok {
		return s.Search(ctx, path, pick, fn)
	}
	return files.Walk(ctx, path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && p != path {
			if visit, _ := pick(d.Name(), d.Type()); !visit {
				return nil
			}
		}
		return fn(p, d, err)
	})
}
