package contrast

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
	"github.com/rogpeppe/go-internal/diff"
)

// Files is compare_files.
type Files struct{}

const (
	maxText  = 8 << 20 // bytes of a text whose lines are compared
	maxShown = 2000    // bytes of a line in the result
)

// Invoke tells whether two files hold the same, and of texts which lines differ.
func (Files) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("path")
	args.Must("other")
	limit := int(args.Int("limit", 500))
	one, other := args.Text("path", ""), args.Text("other", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	a, err := open(files, one)
	if err != nil {
		return sdk.Result{}, err
	}
	defer a.Close()
	b, err := open(files, other)
	if err != nil {
		return sdk.Result{}, err
	}
	defer b.Close()
	same, err := equal(ctx, a, b)
	if err != nil {
		return sdk.Result{}, entry.Problem(err, one)
	}
	r := sdk.Result{OK: true, Entries: []map[string]any{}, Value: identical, Effects: sdk.Counters{Countable: true}}
	if same {
		return r, nil
	}
	r.Value = different
	x, isText, err := text(a)
	if err != nil || !isText {
		return r, err
	}
	y, isText, err := text(b)
	if err != nil || !isText {
		return r, err
	}
	items, total, err := lines(ctx, x, y, limit)
	if err != nil || total == 0 {
		return r, err
	}
	r.Entries, r.Value, r.Effects.Items = items, nil, len(items)
	if len(items) < total {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: total, Cap: "limit"}
	}
	return r, nil
}

func open(files sdk.Files, p string) (sdk.ReadFile, error) {
	p = entry.Actual(files, p)
	target, info, err := entry.Follow(files, p)
	if err == nil {
		err = entry.Readable(p, info)
	}
	var file sdk.ReadFile
	if err == nil {
		file, err = files.Open(target)
	}
	if err != nil {
		return nil, entry.Problem(err, p)
	}
	return file, nil
}

// equal reads both files side by side.
func equal(ctx context.Context, a, b io.ReaderAt) (bool, error) {
	x, y := make([]byte, 256<<10), make([]byte, 256<<10)
	for at := int64(0); ; at += int64(len(x)) {
		if err := entry.Stopped(ctx); err != nil {
			return false, err
		}
		n, errA := a.ReadAt(x, at)
		m, errB := b.ReadAt(y, at)
		if errA != nil && !errors.Is(errA, io.EOF) {
			return false, errA
		}
		if errB != nil && !errors.Is(errB, io.EOF) {
			return false, errB
		}
		if !bytes.Equal(x[:n], y[:m]) {
			return false, nil
		}
		if n < len(x) {
			return true, nil
		}
	}
}

// text is the text of a file that is one, and not too long to compare by lines.
func text(file sdk.ReadFile) ([]byte, bool, error) {
	info, err := file.Stat()
	if err != nil || info.Size() > maxText {
		return nil, false, err
	}
	data, err := io.ReadAll(io.NewSectionReader(file, 0, maxText))
	if err != nil {
		return nil, false, err
	}
	encoding := charset.Detect(data[:min(len(data), charset.Sample)], len(data) <= charset.Sample)
	if encoding == charset.Binary {
		return nil, len(data) == 0, nil
	}
	out, err := io.ReadAll(encoding.Reader(bytes.NewReader(data)))
	return bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n")), err == nil, nil
}

// lines are those only one of two texts has, in their order, and how many there are.
func lines(ctx context.Context, a, b []byte, limit int) (items []map[string]any, total int, err error) {
	done := make(chan []byte, 1)
	go func() { done <- diff.Diff("a", a, "b", b) }()
	var out []byte
	select {
	case out = <-done:
	case <-ctx.Done():
		return nil, 0, entry.Stopped(ctx)
	}
	var room entry.Budget
	left, right := 0, 0
	for i, l := range strings.Split(string(out), "\n") {
		switch {
		case i < 3 || l == "" || strings.HasPrefix(l, `\`): // names, and what says that there is no last line end
		case strings.HasPrefix(l, "@@"):
			left, right = starts(l)
		case l[0] == ' ':
			left++
			right++
		case l[0] == '-', l[0] == '+':
			item := map[string]any{"difference": removed, "line": left}
			if l[0] == '+' {
				item = map[string]any{"difference": added, "line": right}
				right++
			} else {
				left++
			}
			text := entry.Shown(l[1:min(len(l), maxShown)])
			item["text"] = map[byte]string{'-': "− ", '+': "+ "}[l[0]] + text
			if total++; len(items) < limit && room.Take(text) {
				items = append(items, item)
			}
		}
	}
	return items, total, nil
}

// starts reads "@@ -12,3 +14,4 @@".
func starts(l string) (left, right int) {
	for _, part := range strings.Fields(l) {
		number, _, _ := strings.Cut(strings.TrimLeft(part, "-+"), ",")
		n, err := strconv.Atoi(number)
		switch {
		case err != nil:
		case part[0] == '-':
			left = n
		case part[0] == '+':
			right = n
		}
	}
	return left, right
}
