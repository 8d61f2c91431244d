package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"github.com/HugoSmits86/nativewebp"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/exif"
	"github.com/metnos/metnos/sdk"
	"golang.org/x/image/bmp"
	scaling "golang.org/x/image/draw"
	"golang.org/x/image/tiff"
	_ "golang.org/x/image/webp" // to read
)

// MaxPoints bounds a picture: it is held in memory at four bytes a point, twice.
const MaxPoints = 50_000_000

// Wish is what a picture is to become.
type Wish struct {
	Format  string // jpg, png, gif, webp, bmp, tiff
	Quality int    // of a JPEG, 1 to 100
	Side    int    // the longer side in points, 0 to leave it; a smaller picture is not made larger
}

// Made is a converted picture.
type Made struct {
	Data          []byte
	Width, Height int
}

// Source is an open file.
type Source interface {
	io.ReadSeeker
	io.ReaderAt
}

// Convert makes a picture of another. Its work ends with the context, or soon after.
func Convert(ctx context.Context, from Source, size int64, w Wish) (Made, error) {
	config, format, err := image.DecodeConfig(stopping{ctx, from})
	if err != nil {
		return Made{}, refuse(ctx, err)
	}
	if config.Width <= 0 || config.Height <= 0 || config.Width > MaxPoints/config.Height {
		return Made{}, entry.Failed(sdk.Oversize, "picture_too_large", entry.Unnamed, "has too many points")
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return Made{}, err
	}
	turn := 1
	if format == "jpeg" || format == "tiff" || format == "webp" || format == "png" {
		turn = exif.Orientation(from, size)
	}
	type outcome struct {
		made Made
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		made, err := convert(ctx, from, turn, w)
		done <- outcome{made, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return Made{}, refuse(ctx, o.err)
		}
		return o.made, nil
	case <-ctx.Done():
		return Made{}, entry.Stopped(ctx)
	}
}

func refuse(ctx context.Context, err error) error {
	if stop := entry.Stopped(ctx); stop != nil {
		return stop
	}
	var known *sdk.Error
	if errors.As(err, &known) {
		return err
	}
	return sdk.Errorf(sdk.WrongArgs, "not_a_picture", "%w", err).With("path", entry.Unnamed)
}

func convert(ctx context.Context, from io.Reader, turn int, w Wish) (made Made, err error) {
	defer func() { // a decoder that trips over what it reads
		if recover() != nil {
			err = entry.Failed(sdk.WrongArgs, "not_a_picture", entry.Unnamed, "is damaged")
		}
	}()
	img, _, err := image.Decode(stopping{ctx, from})
	if err != nil {
		return Made{}, err
	}
	img = upright(img, turn)
	if img, err = smaller(ctx, img, w.Side); err != nil {
		return Made{}, err
	}
	var out bytes.Buffer
	if err := encode(stopper{ctx, &out}, img, w); err != nil {
		return Made{}, err
	}
	b := img.Bounds()
	return Made{out.Bytes(), b.Dx(), b.Dy()}, nil
}

func encode(to io.Writer, img image.Image, w Wish) error {
	switch w.Format {
	case "jpg":
		return jpeg.Encode(to, onWhite(img), &jpeg.Options{Quality: w.Quality})
	case "png":
		return png.Encode(to, img)
	case "gif":
		return gif.Encode(to, img, nil)
	case "webp":
		return nativewebp.Encode(to, img, nil)
	case "bmp":
		return bmp.Encode(to, img)
	case "tiff":
		return tiff.Encode(to, img, &tiff.Options{Compression: tiff.Deflate, Predictor: true})
	}
	return sdk.Errorf(sdk.WrongArgs, "picture_format_unknown", "no format %q", w.Format).With("format", w.Format)
}

// onWhite puts a picture one can see through on white: a JPEG has no such thing.
func onWhite(img image.Image) image.Image {
	if o, ok := img.(interface{ Opaque() bool }); ok && o.Opaque() {
		return img
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out
}

// smaller scales a picture down to a longer side, a band at a time so that it can be stopped.
func smaller(ctx context.Context, img image.Image, side int) (image.Image, error) {
	b := img.Bounds()
	longer := max(b.Dx(), b.Dy())
	if side <= 0 || longer <= side {
		return img, nil
	}
	if err := entry.Stopped(ctx); err != nil {
		return nil, err
	}
	out := image.NewNRGBA(image.Rect(0, 0, max(1, b.Dx()*side/longer), max(1, b.Dy()*side/longer)))
	scaling.CatmullRom.Scale(out, out.Bounds(), img, b, scaling.Src, nil)
	return out, nil
}

// upright turns and mirrors a picture as EXIF says.
func upright(img image.Image, turn int) image.Image {
	if turn <= 1 || turn > 8 {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	size := image.Rect(0, 0, w, h)
	if turn > 4 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			to := [...]image.Point{2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y}, 5: {y, x}, 6: {h - 1 - y, x}, 7: {h - 1 - y, w - 1 - x}, 8: {y, w - 1 - x}}[turn]
			out.Set(to.X, to.Y, img.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}

// Formats are the extensions that are read, each with the format it stands for.
func Formats() map[string]string {
	return map[string]string{"jpg": "jpg", "jpeg": "jpg", "jpe": "jpg", "png": "png", "gif": "gif", "webp": "webp", "bmp": "bmp", "tif": "tiff", "tiff": "tiff"}
}

// Known is the format an extension stands for, "" when it is none that is read.
func Known(extension string) string { return Formats()[strings.ToLower(extension)] }

// stopping is a reader that ends with a context.
type stopping struct {
	ctx context.Context
	io.Reader
}

func (s stopping) Read(b []byte) (int, error) {
	if err := entry.Stopped(s.ctx); err != nil {
		return 0, err
	}
	return s.Reader.Read(b)
}

// stopper is a writer that ends with a context.
type stopper struct {
	ctx context.Context
	io.Writer
}

func (s stopper) Write(b []byte) (int, error) {
	if err := entry.Stopped(s.ctx); err != nil {
		return 0, err
	}
	return s.Writer.Write(b)
}
