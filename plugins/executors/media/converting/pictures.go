package converting

import (
	"context"
	"io"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/plugins/executors/media/picture"
	"github.com/metnos/metnos/sdk"
)

// Pictures is change_files_format.
type Pictures struct{}

const (
	maxPicture = 1 << 30 // bytes of a file that is made
	resized    = "-small"
)

func newPictures(call sdk.Call, host sdk.Host, fail func(string, error)) (*planning, picture.Wish, error) {
	args := arg.Of(call)
	wish := picture.Wish{Format: args.Text("format", ""), Quality: int(args.Int("quality", 90)), Side: int(args.Int("max_side", 0))}
	if wish.Format == "" && wish.Side == 0 {
		args.Must("format")
	}
	if err := args.Err(); err != nil {
		return nil, wish, err
	}
	suffix := ""
	if wish.Side > 0 {
		suffix = resized
	}
	p, err := newPlanning(call, host.Files(), suffix, picture.Known, fail)
	return p, wish, err
}

func (Pictures) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	var log change.Log
	p, wish, err := newPictures(call, host, log.Fail)
	if err != nil {
		return sdk.Result{}, err
	}
	return work(ctx, host, p, &log, maxPicture, func(ctx context.Context, j job, to io.Writer) (map[string]any, error) {
		in, err := host.Files().Open(j.from)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		info, err := in.Stat()
		if err != nil {
			return nil, err
		}
		wish.Format = j.format
		made, err := picture.Convert(ctx, in, info.Size(), wish)
		if err != nil {
			return nil, err
		}
		_, err = to.Write(made.Data)
		return map[string]any{"width": made.Width, "height": made.Height, "kind": kind.Of(j.format)}, err
	})
}

// Preview tells which files would be made.
func (Pictures) Preview(_ context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	var f change.Forecast
	p, _, err := newPictures(call, host, f.Fail)
	if err != nil {
		return sdk.Effects{}, err
	}
	p.forecast(&f)
	return f.Effects()
}

// Reverse removes the files that were made and puts back those that were replaced, when nobody changed them since.
func (Pictures) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
