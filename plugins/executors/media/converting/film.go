package converting

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

// Film is an executor that has ffmpeg convert sound or films.
type Film struct {
	formats map[string][]string // what it is told for a format
	folders []string            // where the program is looked for
}

// maxFilm bounds a file that is made, in bytes.
const maxFilm = 16 << 30

// readers are the containers ffmpeg may read: none that names other files.
const readers = "mov,mp4,m4a,3gp,matroska,webm,avi,asf,flv,mpegts,mpeg,ogg,wav,mp3,flac,aac,aiff,w64,caf,gif,amr,ape,dv"

func folders() []string { return []string{"/usr/local/bin", "/usr/bin", "/bin"} }

// Audio is change_files_audio.
func Audio() *Film {
	return &Film{folders: folders(), formats: map[string][]string{
		"mp3":  {"-vn", "-c:a", "libmp3lame", "-q:a", "2", "-f", "mp3"},
		"wav":  {"-vn", "-c:a", "pcm_s16le", "-f", "wav"},
		"flac": {"-vn", "-c:a", "flac", "-f", "flac"},
		"ogg":  {"-vn", "-c:a", "libvorbis", "-q:a", "5", "-f", "ogg"},
		"opus": {"-vn", "-c:a", "libopus", "-b:a", "128k", "-f", "opus"},
		"m4a":  {"-vn", "-c:a", "aac", "-b:a", "192k", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"},
		"aac":  {"-vn", "-c:a", "aac", "-b:a", "192k", "-f", "adts"},
	}}
}

// Video is change_files_video.
func Video() *Film {
	h264 := []string{"-c:v", "libx264", "-preset", "medium", "-crf", "22", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "160k"}
	return &Film{folders: folders(), formats: map[string][]string{
		"mp4":  slices.Concat(h264, []string{"-movflags", "frag_keyframe+empty_moov+default_base_moof", "-f", "mp4"}),
		"mov":  slices.Concat(h264, []string{"-movflags", "frag_keyframe+empty_moov", "-f", "mov"}),
		"mkv":  slices.Concat(h264, []string{"-f", "matroska"}),
		"webm": {"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "33", "-c:a", "libopus", "-f", "webm"},
	}}
}

func (f *Film) plan(call sdk.Call, host sdk.Host, fail func(string, error)) (*planning, string, error) {
	p, err := newPlanning(call, host.Files(), "", func(extension string) string { return extension }, fail)
	if err != nil {
		return nil, "", err
	}
	if f.formats[p.format] == nil {
		return nil, "", sdk.Errorf(sdk.WrongArgs, "picture_format_unknown", "no format %q", p.format).With("format", p.format)
	}
	for _, folder := range f.folders {
		program := filepath.Join(folder, "ffmpeg")
		if info, err := os.Stat(program); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return p, program, nil
		}
	}
	return nil, "", sdk.Errorf(sdk.Unavailable, "film_program_missing", "ffmpeg is not installed").With("program", "ffmpeg").With("package", "ffmpeg")
}

// Invoke converts the files.
func (f *Film) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	var log change.Log
	p, program, err := f.plan(call, host, log.Fail)
	if err != nil {
		return sdk.Result{}, err
	}
	return work(ctx, host, p, &log, maxFilm, func(ctx context.Context, j job, to io.Writer) (map[string]any, error) {
		in, err := host.Files().Open(j.from)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		args := slices.Concat([]string{"-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-format_whitelist", readers, "-i", "file:/dev/stdin", "-map_metadata", "0"},
			f.formats[j.format], []string{"pipe:1"})
		c := exec.CommandContext(ctx, program, args...)
		c.Env, c.Dir, c.WaitDelay = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/tmp"}, "/", 50*time.Millisecond
		said, out := &told{}, &counted{to: to}
		c.Stdin, c.Stdout, c.Stderr = in, out, said // the file itself, which it may seek in
		if err := c.Run(); err != nil || out.n == 0 {
			if stop := entry.Stopped(ctx); stop != nil {
				return nil, stop
			}
			if out.err != nil {
				return nil, out.err
			}
			return nil, entry.Failed(sdk.WrongArgs, "film_failed", j.from, "ffmpeg: "+said.String())
		}
		return map[string]any{"kind": kind.Of(j.format)}, nil
	})
}

// Preview tells which files would be made.
func (f *Film) Preview(_ context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	var cast change.Forecast
	p, _, err := f.plan(call, host, cast.Fail)
	if err != nil {
		return sdk.Effects{}, err
	}
	p.forecast(&cast)
	return cast.Effects()
}

// Reverse removes the files that were made and puts back those that were replaced, when nobody changed them since.
func (f *Film) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}

// told keeps the beginning of what a program complains of.
type told struct{ bytes.Buffer }

func (t *told) Write(b []byte) (int, error) {
	if room := 2<<10 - t.Len(); room > 0 {
		t.Buffer.Write(b[:min(len(b), room)])
	}
	return len(b), nil
}

func (t *told) String() string { return strings.Join(strings.Fields(t.Buffer.String()), " ") }

// counted counts what is written, and keeps the error.
type counted struct {
	to  io.Writer
	n   int64
	err error
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	if err != nil {
		c.err = err
	}
	return n, err
}
