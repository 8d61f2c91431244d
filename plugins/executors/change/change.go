package change

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// maxEffects is how many single effects a preview lists; its total counts them all.
const maxEffects = 1000

// Log collects what a mutator did, object by object, and the evidence to undo it.
type Log struct {
	Results  []map[string]any
	Evidence []map[string]any
	Failures entry.Failures
	Beyond   int // objects that came back beside those of Results: what a folder held
}

// Fail records what could not be done to one path.
func (l *Log) Fail(p string, err error) { l.Failures.Add(p, entry.Problem(err, p)) }

// Result ends a mutator. It is not ok when nothing could be done of what was asked, or when it was
// stopped; what was done until then is reported all the same.
func (l *Log) Result(pattern string, mutations int, stop error) sdk.Result {
	if l.Results == nil {
		l.Results = []map[string]any{}
	}
	r := sdk.Result{
		OK: true, Results: l.Results, Failed: l.Failures.All(),
		Effects: sdk.Counters{Items: len(l.Results), Mutations: mutations, Countable: !l.Failures.Unsure()},
	}
	if len(l.Evidence) > 0 {
		r.Undo = &sdk.Undo{Pattern: pattern, Evidence: l.Evidence}
	}
	switch {
	case stop != nil:
		r.OK, r.Error = false, entry.Problem(stop, "")
	case len(l.Results) == 0 && l.Failures.First() != nil:
		r.OK, r.Error = false, l.Failures.First()
	}
	return r
}

// Undone ends the reversal of a call. What was undone last was done first: results are in that order.
func (l *Log) Undone(stop error) sdk.Result {
	slices.Reverse(l.Results)
	return l.Result("", len(l.Results)+l.Beyond, stop)
}

// Forecast is a preview being written.
type Forecast struct {
	items    []sdk.Effect
	total    int
	failures entry.Failures
}

// Add foresees one change.
func (f *Forecast) Add(action, target, source string) {
	f.total++
	if len(f.items) < maxEffects {
		effect := sdk.Effect{Action: action, Target: entry.Shown(target)}
		if source != "" {
			effect.Source = entry.Shown(source)
		}
		f.items = append(f.items, effect)
	}
}

// Edit adds a file that changes in some places and stays otherwise as it is.
func (f *Forecast) Edit(target string, places int) {
	if f.Add("overwrite", target, ""); f.total == len(f.items) {
		f.items[len(f.items)-1].Edits = places
	}
}

// Join adds what another forecast foresees.
func (f *Forecast) Join(other Forecast) {
	f.total += other.total
	f.items = append(f.items, other.items[:min(len(other.items), maxEffects-len(f.items))]...)
}

// Fail foresees that nothing can be done to one path.
func (f *Forecast) Fail(p string, err error) { f.failures.Add(p, entry.Problem(err, p)) }

// Effects ends a preview. When nothing would be done because of failures, the first of them is the answer.
func (f *Forecast) Effects() (sdk.Effects, error) {
	if f.total == 0 && f.failures.First() != nil {
		return sdk.Effects{}, f.failures.First()
	}
	return sdk.Effects{Items: f.items, Reversible: true, Truncated: f.total > len(f.items), Total: f.total}, nil
}

// KeepPath records a path in evidence; one that is not UTF-8 also as bytes, which JSON would lose.
func KeepPath(evidence map[string]any, key, p string) {
	evidence[key] = entry.Shown(p)
	if !utf8.ValidString(p) {
		evidence[key+"_bytes"] = base64.StdEncoding.EncodeToString([]byte(p))
	}
}

// KeptPath reads a path that KeepPath recorded.
func KeptPath(evidence map[string]any, key string) string {
	if encoded, ok := evidence[key+"_bytes"].(string); ok {
		if raw, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return string(raw)
		}
	}
	p, _ := evidence[key].(string)
	return p
}

// Exists reports whether something is at p; an error other than absence counts as something.
func Exists(files sdk.Files, p string) bool {
	_, err := files.Lstat(p)
	return err == nil || !Missing(err)
}

// Missing reports that nothing is there.
func Missing(err error) bool {
	return err != nil && (errors.Is(err, fs.ErrNotExist) || sdk.ClassOf(err) == sdk.NotFound)
}

// Sum returns the SHA-256 of a file's content in hexadecimal.
func Sum(ctx context.Context, files sdk.Files, p string) (string, error) {
	file, err := files.Open(p)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = Pour(ctx, hash, file, nil)
	return hex.EncodeToString(hash.Sum(nil)), err
}

// Made turns folders made on the way into evidence.
func Made(folders []string) []map[string]any {
	out := make([]map[string]any, 0, len(folders))
	for _, folder := range folders {
		e := map[string]any{"action": ActFolder}
		KeepPath(e, "path", folder)
		out = append(out, e)
	}
	return out
}

// RemoveMade removes folders a call made, innermost first, as long as they are empty. It returns those
// that stay.
func RemoveMade(files sdk.Files, folders []string) []string {
	var stay []string
	for i := len(folders) - 1; i >= 0; i-- {
		if err := files.Remove(folders[i]); err != nil && !Missing(err) {
			stay = append([]string{folders[i]}, stay...)
		}
	}
	return stay
}

// Evidence returns the evidence of the call to undo, latest change first.
func Evidence(call sdk.Call) ([]map[string]any, error) {
	if call.Undo == nil {
		return nil, sdk.Errorf(sdk.MissingInput, "undo_evidence_missing", "there is no evidence to undo from")
	}
	list := make([]map[string]any, 0, len(call.Undo.Evidence))
	for i := len(call.Undo.Evidence) - 1; i >= 0; i-- {
		list = append(list, call.Undo.Evidence[i])
	}
	return list, nil
}

// Unmake undoes the making of one folder. A folder that has something in it stays and is reported; one
// that is gone already is fine.
func (l *Log) Unmake(files sdk.Files, folder string) bool {
	err := files.Remove(folder)
	switch {
	case err == nil:
		return true
	case Missing(err):
		return false
	case sdk.ClassOf(err) == sdk.Conflict:
		l.Fail(folder, entry.Failed(sdk.Conflict, "folder_not_empty", folder, "has something in it"))
	default:
		l.Fail(folder, err)
	}
	return false
}

// Evict undoes the making of a folder on the way: it stays, without a word, when something else is in it.
func (l *Log) Evict(files sdk.Files, folder string) {
	if err := files.Remove(folder); err != nil && !Missing(err) && sdk.ClassOf(err) != sdk.Conflict {
		l.Fail(folder, err)
	}
}

// ActFolder marks the evidence of a folder made on the way.
const ActFolder = "folder"

// Parents makes the folders above p and returns those that were missing.
func Parents(files sdk.Files, p string) ([]string, error) { return files.MkdirAll(path.Dir(p)) }

// MissingFolders lists the folders that making p would make, outermost first.
func MissingFolders(files sdk.Files, p string) ([]string, error) {
	var missing []string
	for at := p; ; at = path.Dir(at) {
		there, err := IsFolder(files, at)
		if err != nil {
			return nil, err
		}
		if there || at == path.Dir(at) {
			return missing, nil
		}
		missing = append([]string{at}, missing...)
	}
}

// IsFolder reports whether p leads to a folder. Anything else in its place is a conflict.
func IsFolder(files sdk.Files, p string) (bool, error) {
	info, err := files.Stat(p)
	switch {
	case Missing(err):
		return false, nil
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, entry.Failed(sdk.Conflict, "file_in_the_way", p, "a file is in the way")
	}
	return true, nil
}
