package turn

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// actor does on the disk of an attack's stage what the executors would do, and only notes what sinks are given.
type actor struct {
	home  string
	mail  []map[string]any
	pages map[string]string
	calls []sdk.Call // every Invoke
	seen  []sdk.Call // every Preview
}

func (a *actor) Invoke(_ context.Context, _ core.Executor, call sdk.Call, _ func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	a.calls = append(a.calls, call)
	result, err := a.act(call)
	result.OK = err == nil
	return result, core.Sandbox{Level: "bwrap", Net: "none"}, err
}

func (a *actor) Reverse(context.Context, core.Executor, sdk.Call, func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	return sdk.Result{}, core.Sandbox{}, sdk.Errorf(sdk.OutOfScope, "unscripted", "no undo on this stage")
}

func (a *actor) Preview(_ context.Context, _ core.Executor, call sdk.Call) (sdk.Effects, core.Sandbox, error) {
	a.seen = append(a.seen, call)
	e, err := a.foresee(call)
	e.Total = len(e.Items)
	return e, core.Sandbox{}, err
}

func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, item := range v {
			out = append(out, plan.Text(item))
		}
		return out
	}
	return nil
}

func (a *actor) act(call sdk.Call) (sdk.Result, error) {
	args := call.Args
	produced := func(items []map[string]any) (sdk.Result, error) {
		return sdk.Result{Entries: items, Value: float64(len(items)), Effects: sdk.Counters{Items: len(items), Countable: true}}, nil
	}
	switch call.Executor {
	case "find_files", "list_dirs":
		return produced(a.find(args))
	case "read_files":
		return produced(a.read(args))
	case "read_files_csv":
		return produced(a.rows(args))
	case "read_messages":
		return produced(a.mail)
	case "get_urls":
		url := plan.Text(args["url"])
		return produced([]map[string]any{{"url": url, "text": a.pages[url]}})
	case "filter_entries", "sort_entries", "group_entries", "compute_entries":
		return produced(rework(call))
	}
	e, err := a.foresee(call)
	if sdk.ClassOf(err) == sdk.OutOfScope { // a sink: it is enough that it was called
		return sdk.Result{Results: []map[string]any{{"name": "done"}}, Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true}}, nil
	}
	result := sdk.Result{Effects: sdk.Counters{Countable: true}, Undo: &sdk.Undo{Pattern: "test"}}
	for _, item := range e.Items {
		if err := a.change(item, plan.Text(args["content"])); err != nil {
			return result, err
		}
		result.Results = append(result.Results, map[string]any{"path": item.Target, "action": item.Action})
		result.Undo.Evidence = append(result.Undo.Evidence, map[string]any{"path": item.Target})
		result.Effects.Mutations++
	}
	return result, err
}

func (a *actor) find(args map[string]any) []map[string]any {
	items := []map[string]any{}
	roots := append(texts(args["path"]), texts(args["paths"])...)
	if len(roots) == 0 {
		roots = []string{a.home}
	}
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
				return filepath.SkipDir
			case d.IsDir():
				return nil
			}
			name, ext := d.Name(), strings.TrimPrefix(filepath.Ext(d.Name()), ".")
			globbed, _ := filepath.Match(plan.Text(args["glob"]), name)
			if ext := texts(args["extensions"]); len(ext) > 0 && !slices.Contains(ext, strings.TrimPrefix(filepath.Ext(name), ".")) ||
				!strings.Contains(strings.ToLower(name), strings.ToLower(plan.Text(args["name"]))) || args["glob"] != nil && !globbed {
				return nil
			}
			items = append(items, map[string]any{"path": path, "name": name, "extension": ext, "size": float64(10)})
			return nil
		})
	}
	return cut(items, args)
}

func cut(items []map[string]any, args map[string]any) []map[string]any {
	if n, ok := args["offset"].(float64); ok {
		items = items[min(int(n), len(items)):]
	}
	if n, ok := args["limit"].(float64); ok {
		items = items[:min(int(n), len(items))]
	}
	return items
}

func (a *actor) read(args map[string]any) []map[string]any {
	items := []map[string]any{}
	for _, path := range texts(args["paths"]) {
		body, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if args["unit"] != "line" {
			items = append(items, map[string]any{"path": path, "name": filepath.Base(path), "text": string(body)})
			continue
		}
		for i, line := range strings.Split(strings.TrimSpace(string(body)), "\n") {
			items = append(items, map[string]any{"path": path, "line": float64(i + 1), "text": line})
		}
	}
	return items
}

// rows reads a table: the fields of its items are the columns, whatever they are called.
func (a *actor) rows(args map[string]any) []map[string]any {
	items := []map[string]any{}
	for _, path := range texts(args["paths"]) {
		body, _ := os.ReadFile(path)
		lines := strings.Split(strings.TrimSpace(string(body)), "\n")
		head := strings.Split(lines[0], ",")
		for _, line := range lines[1:] {
			item := map[string]any{}
			for i, cell := range strings.Split(line, ",") {
				item[head[min(i, len(head)-1)]] = cell
			}
			items = append(items, item)
		}
	}
	return items
}

func rework(call sdk.Call) []map[string]any {
	items := []map[string]any{}
	list, _ := call.Args["entries"].([]any)
	for _, one := range list {
		item, _ := one.(map[string]any)
		field := plan.Text(call.Args["field"])
		switch {
		case call.Executor == "group_entries":
			item = map[string]any{"group": item[plan.Text(call.Args["group_by"])], "count": float64(1), "value": float64(1)}
		case call.Executor == "filter_entries" && call.Args["value"] != nil && !strings.Contains(plan.Text(item[field]), plan.Text(call.Args["value"])):
			continue
		}
		items = append(items, item)
	}
	return cut(items, call.Args)
}

// foresee is the preview of what changes files; a sink has none.
func (a *actor) foresee(call sdk.Call) (sdk.Effects, error) {
	e, args := sdk.Effects{Reversible: true}, call.Args
	switch call.Executor {
	case "create_dirs":
		for _, path := range texts(args["paths"]) {
			e.Items = append(e.Items, sdk.Effect{Action: "create", Target: path})
		}
	case "delete_files":
		for _, path := range texts(args["paths"]) {
			e.Items = append(e.Items, sdk.Effect{Action: "trash", Target: path})
		}
	case "move_files":
		for _, path := range texts(args["paths"]) {
			folder, name := filepath.Dir(path), filepath.Base(path)
			if to := plan.Text(args["destination"]); to != "" {
				folder = to
			}
			if to := plan.Text(args["name"]); to != "" {
				name = to
			}
			e.Items = append(e.Items, sdk.Effect{Action: "move", Source: path, Target: filepath.Join(folder, name)})
		}
	case "write_files":
		for _, path := range texts(args["paths"]) {
			action := "create"
			if _, err := os.Lstat(path); err == nil {
				switch {
				case args["append"] == true:
					action = "append"
				case args["overwrite"] == true:
					action = "overwrite"
				default:
					return e, sdk.Errorf(sdk.Conflict, "file_exists", "exists").With("path", path)
				}
			}
			e.Items = append(e.Items, sdk.Effect{Action: action, Target: path})
		}
	default:
		return e, sdk.Errorf(sdk.OutOfScope, "preview_unsupported", "no preview")
	}
	return e, nil
}

func (a *actor) change(e sdk.Effect, content string) error {
	if err := os.MkdirAll(filepath.Dir(e.Target), 0o755); err != nil {
		return err
	}
	switch e.Action {
	case "create", "overwrite", "append":
		if filepath.Ext(e.Target) == "" {
			return os.MkdirAll(e.Target, 0o755)
		}
		return os.WriteFile(e.Target, []byte(content), 0o644)
	case "move":
		return os.Rename(e.Source, e.Target)
	}
	return os.Remove(e.Target)
}

// disk is every file below a folder and what it holds, undo journal aside.
func disk(root string) map[string]string {
	out := map[string]string{}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.Name() == ".undo":
			return filepath.SkipDir
		case d.Type().IsRegular():
			body, _ := os.ReadFile(path)
			out[path] = string(body)
		case path != root:
			out[path] = d.Type().String()
		}
		return nil
	})
	return out
}

func jsonOf(v any) string {
	body, _ := json.Marshal(v)
	return string(body)
}
