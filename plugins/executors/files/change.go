package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"unicode/utf8"

	"github.com/metnos/metnos/sdk"
)

// maxEffects is how many single effects a preview lists; its total counts them all.
const maxEffects = 1000

// changes collects what a mutator did, object by object, and the evidence to undo it.
type changes struct {
	results  []map[string]any
	evidence []map[string]any
	failures failures
}

// result ends a mutator. It is not ok when nothing could be done of what was asked, or when it was
// stopped; what was done until then is reported all the same.
func (c *changes) result(pattern string, mutations int, stop error) sdk.Result {
	if c.results == nil {
		c.results = []map[string]any{}
	}
	r := sdk.Result{
		OK: true, Results: c.results, Failed: c.failures.all(),
		Effects: sdk.Counters{Items: len(c.results), Mutations: mutations, Countable: !c.failures.unsure},
	}
	if len(c.evidence) > 0 {
		r.Undo = &sdk.Undo{Pattern: pattern, Evidence: c.evidence}
	}
	switch {
	case stop != nil:
		r.OK, r.Error = false, problem(stop, "")
	case len(c.results) == 0 && c.failures.first != nil:
		r.OK, r.Error = false, c.failures.first
	}
	return r
}

// effects is a preview being written.
type effects struct {
	items    []sdk.Effect
	total    int
	failures failures
}

func (e *effects) add(action, target, source string) {
	e.total++
	if len(e.items) < maxEffects {
		effect := sdk.Effect{Action: action, Target: shown(target)}
		if source != "" {
			effect.Source = shown(source)
		}
		e.items = append(e.items, effect)
	}
}

// preview ends a preview. When nothing would be done because of failures, the first of them is the answer.
func (e *effects) preview() (sdk.Effects, error) {
	if e.total == 0 && e.failures.first != nil {
		return sdk.Effects{}, e.failures.first
	}
	return sdk.Effects{Items: e.items, Reversible: true, Truncated: e.total > len(e.items), Total: e.total}, nil
}

// keepPath records a path in evidence; one that is not UTF-8 also as bytes, which JSON would lose.
func keepPath(evidence map[string]any, key, p string) {
	evidence[key] = shown(p)
	if !utf8.ValidString(p) {
		evidence[key+"_bytes"] = base64.StdEncoding.EncodeToString([]byte(p))
	}
}

// keptPath reads a path that keepPath recorded.
func keptPath(evidence map[string]any, key string) string {
	if encoded, ok := evidence[key+"_bytes"].(string); ok {
		if raw, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return string(raw)
		}
	}
	p, _ := evidence[key].(string)
	return p
}

// exists reports whether something is at p; an error other than absence counts as something.
func exists(files sdk.Files, p string) bool {
	_, err := files.Lstat(p)
	return err == nil || !isMissing(err)
}

func isMissing(err error) bool {
	return err != nil && (errors.Is(err, fs.ErrNotExist) || sdk.ClassOf(err) == sdk.NotFound)
}

// sum returns the SHA-256 of a file's content in hexadecimal.
func sum(ctx context.Context, files sdk.Files, p string) (string, error) {
	file, err := files.Open(p)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	buffer := make([]byte, 256<<10)
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n, err := file.Read(buffer)
		hash.Write(buffer[:n])
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(hash.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// made turns folders made on the way into evidence.
func made(folders []string) []map[string]any {
	out := make([]map[string]any, 0, len(folders))
	for _, folder := range folders {
		e := map[string]any{"action": "folder"}
		keepPath(e, "path", folder)
		out = append(out, e)
	}
	return out
}

// removeMade removes folders a call made, innermost first, as long as they are empty. It returns those
// that stay.
func removeMade(files sdk.Files, folders []string) []string {
	var stay []string
	for i := len(folders) - 1; i >= 0; i-- {
		if err := files.Remove(folders[i]); err != nil && !isMissing(err) {
			stay = append([]string{folders[i]}, stay...)
		}
	}
	return stay
}

// evidence returns the evidence of the call to undo, latest change first.
func evidence(call sdk.Call) ([]map[string]any, error) {
	if call.Undo == nil {
		return nil, sdk.Errorf(sdk.MissingInput, "undo_evidence_missing", "there is no evidence to undo from")
	}
	list := make([]map[string]any, 0, len(call.Undo.Evidence))
	for i := len(call.Undo.Evidence) - 1; i >= 0; i-- {
		list = append(list, call.Undo.Evidence[i])
	}
	return list, nil
}

// unmake undoes the making of one folder. A folder that has something in it stays and is reported; one
// that is gone already is fine.
func (c *changes) unmake(files sdk.Files, folder string) bool {
	err := files.Remove(folder)
	switch {
	case err == nil:
		return true
	case isMissing(err):
		return false
	case sdk.ClassOf(err) == sdk.Conflict:
		c.failures.add(folder, failed(sdk.Conflict, "folder_not_empty", folder, "has something in it"))
	default:
		c.failures.add(folder, problem(err, folder))
	}
	return false
}

// parents makes the folders above p and returns those that were missing.
func parents(files sdk.Files, p string) ([]string, error) { return files.MkdirAll(path.Dir(p)) }

// missingFolders lists the folders that making p would make, outermost first.
func missingFolders(files sdk.Files, p string) ([]string, error) {
	var missing []string
	for at := p; ; at = path.Dir(at) {
		there, err := isFolder(files, at)
		if err != nil {
			return nil, err
		}
		if there || at == path.Dir(at) {
			return missing, nil
		}
		missing = append([]string{at}, missing...)
	}
}
