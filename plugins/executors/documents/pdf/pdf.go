package pdf

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/documents/pdf/font"
	"github.com/metnos/metnos/plugins/executors/documents/pdf/object"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxPages = 50_000
	maxTree  = 64 // levels of the tree of pages
	maxKids  = 400_000
)

// Read reads the text of the pages wanted.
func Read(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
	file, err := object.Open(ctx, s)
	if err != nil {
		return paper.Facts{}, err
	}
	r := &reading{ctx: ctx, file: file, seen: map[int]bool{}, fonts: map[object.Ref]*font.Font{}}
	if err := r.tree(file.Dict(file.Trailer["Root"])["Pages"], object.Dict{}, 0); err != nil {
		return paper.Facts{}, err
	}
	facts := paper.Facts{Pages: len(r.pages)}
	if title, ok := file.Resolve(file.Dict(file.Trailer["Info"])["Title"]).(object.String); ok {
		facts.Title = paper.Squeeze(font.Text(title[:min(len(title), 4096)]))
	}
	read := 0
	for i, page := range r.pages {
		n := i + 1
		if s.From > 0 && n < s.From || s.To > 0 && n > s.To {
			continue
		}
		if s.Tick != nil {
			s.Tick(int64(i), int64(len(r.pages)))
		}
		read++
		blocks, err := r.page(page)
		if err != nil {
			return facts, err
		}
		if len(blocks) == 0 {
			facts.Bare++
		}
		for _, b := range blocks {
			b.Page = n
			if err := take(b); err != nil {
				return facts, err
			}
		}
	}
	switch {
	case len(r.pages) == 0:
		return facts, paper.Unknown("pdf")
	case read == 0:
		return facts, sdk.Errorf(sdk.WrongArgs, "document_page_missing", "it has not these pages").With("path", entry.Unnamed).With("pages", count(len(r.pages)))
	case facts.Bare == read:
		return facts, sdk.Errorf(sdk.WrongArgs, "document_scanned", "its pages hold no text").With("path", entry.Unnamed)
	}
	return facts, nil
}

// reading is the reading of one file.
type reading struct {
	ctx   context.Context
	file  *object.File
	pages []object.Dict
	seen  map[int]bool // numbers of the objects of the tree
	fonts map[object.Ref]*font.Font
	kids  int
}

// tree collects the pages below a node with what they inherit.
func (r *reading) tree(v any, above object.Dict, depth int) error {
	if err := entry.Stopped(r.ctx); err != nil {
		return err
	}
	if ref, ok := v.(object.Ref); ok {
		if r.seen[ref.Num] {
			return nil
		}
		r.seen[ref.Num] = true
	}
	node := r.file.Dict(v)
	if node == nil || depth > maxTree {
		return nil
	}
	inherited := object.Dict{}
	for _, key := range []object.Name{"Resources", "Rotate", "MediaBox"} {
		if inherited[key] = node[key]; node[key] == nil {
			inherited[key] = above[key]
		}
	}
	kids := r.file.Array(node["Kids"])
	if kids == nil {
		if len(r.pages) >= maxPages {
			return paper.TooLarge()
		}
		page := object.Dict{"Contents": node["Contents"], "Annots": node["Annots"]}
		for key, value := range inherited {
			page[key] = value
		}
		r.pages = append(r.pages, page)
		return nil
	}
	for _, kid := range kids {
		if r.kids++; r.kids > maxKids {
			return paper.TooLarge()
		}
		if err := r.tree(kid, inherited, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// font reads a font once.
func (r *reading) font(v any) *font.Font {
	ref, ok := v.(object.Ref)
	if !ok {
		return font.Load(r.file, v)
	}
	if f, known := r.fonts[ref]; known {
		return f
	}
	if len(r.fonts) >= 256 {
		clear(r.fonts)
	}
	f := font.Load(r.file, v)
	r.fonts[ref] = f
	return f
}

// Pages counts the pages of a file.
func Pages(ctx context.Context, s paper.Source) (int, error) {
	file, err := object.Open(ctx, s)
	if err != nil {
		return 0, err
	}
	r := &reading{ctx: ctx, file: file, seen: map[int]bool{}}
	err = r.tree(file.Dict(file.Trailer["Root"])["Pages"], object.Dict{}, 0)
	return len(r.pages), err
}
