package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// drawn is a picture whose corner is red, the rest blue or to be seen through.
func drawn(w, h int, clear bool) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{B: 255, A: map[bool]uint8{true: 0, false: 255}[clear]})
		}
	}
	m.SetNRGBA(0, 0, color.NRGBA{R: 255, A: 255})
	return m
}

func asPNG(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func convert1(t testing.TB, data []byte, w Wish) (Made, error) {
	return Convert(t.Context(), bytes.NewReader(data), int64(len(data)), w)
}

// What is written in any format is read again, with the same points but for what a JPEG loses.
func TestEveryFormatRoundTrips(t *testing.T) {
	data := asPNG(t, drawn(9, 5, false))
	for _, format := range []string{"png", "gif", "webp", "bmp", "tiff", "jpg"} {
		made, err := convert1(t, data, Wish{Format: format, Quality: 95})
		if err != nil || made.Width != 9 || made.Height != 5 {
			t.Fatalf("%s: %v", format, err)
		}
		img, got, err := image.Decode(bytes.NewReader(made.Data))
		if err != nil || Known(got) != format {
			t.Fatalf("%s: read back as %s, %v", format, got, err)
		}
		if r, _, b, _ := img.At(0, 0).RGBA(); format != "jpg" && (r>>8 != 255 || b != 0) {
			t.Errorf("%s: the corner is %v", format, img.At(0, 0))
		}
	}
}

func TestWhatIsClearBecomesWhite(t *testing.T) {
	made, err := convert1(t, asPNG(t, drawn(16, 16, true)), Wish{Format: "jpg", Quality: 95})
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(made.Data))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := img.At(12, 12).RGBA(); r>>8 < 250 || g>>8 < 250 || b>>8 < 250 {
		t.Errorf("it is %v", img.At(12, 12))
	}
}

// turned is a JPEG that says it is to be turned.
func turned(t testing.TB, m image.Image, orientation uint16) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	block := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	block = binary.BigEndian.AppendUint16(block, orientation)
	block = append(block, 0, 0, 0, 0, 0, 0)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(block)+2))
	return append(append([]byte{0xff, 0xd8}, append(segment, block...)...), b.Bytes()[2:]...)
}

func TestPicturesStandUpright(t *testing.T) {
	m := drawn(32, 16, false)
	for y := range 8 {
		for x := range 8 {
			m.SetNRGBA(x, y, color.NRGBA{R: 255, A: 255})
		}
	}
	for orientation, red := range map[uint16]image.Point{1: {2, 2}, 2: {29, 2}, 3: {29, 13}, 4: {2, 13}, 5: {2, 2}, 6: {13, 2}, 7: {13, 29}, 8: {2, 29}} {
		made, err := convert1(t, turned(t, m, orientation), Wish{Format: "png"})
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(made.Data))
		if err != nil {
			t.Fatal(err)
		}
		if wide := img.Bounds().Dx() == 32; wide != (orientation < 5) {
			t.Errorf("%d: it is %v", orientation, img.Bounds())
		}
		if r, _, b, _ := img.At(red.X, red.Y).RGBA(); r>>8 < 200 || b>>8 > 60 {
			t.Errorf("%d: at %v it is %v", orientation, red, img.At(red.X, red.Y))
		}
	}
}

// A few bytes that claim a huge picture are refused before anything is made of them.
func TestHugeClaimsAreRefused(t *testing.T) {
	data := asPNG(t, drawn(4, 4, false))
	binary.BigEndian.PutUint32(data[16:], 60000)
	binary.BigEndian.PutUint32(data[20:], 60000)
	_, err := convert1(t, data, Wish{Format: "jpg"})
	if class := sdk.ClassOf(err); class != sdk.Oversize && class != sdk.WrongArgs { // the checksum may speak first
		t.Errorf("%v", err)
	}
}

func TestConvertStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := asPNG(t, drawn(400, 400, false))
	if _, err := Convert(ctx, bytes.NewReader(data), int64(len(data)), Wish{Format: "gif"}); sdk.ClassOf(err) != sdk.Cancelled {
		t.Errorf("%v", err)
	}
}

func FuzzConvert(f *testing.F) {
	f.Add(asPNG(f, drawn(3, 2, true)))
	for _, format := range []string{"gif", "webp", "bmp", "tiff", "jpg"} {
		made, err := convert1(f, asPNG(f, drawn(5, 4, false)), Wish{Format: format, Quality: 50})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(made.Data)
	}
	f.Add(turned(f, drawn(8, 8, false), 6))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && c.Width*c.Height > 1<<20 {
			t.Skip() // large ones take long, and are the same code
		}
		made, err := convert1(t, data, Wish{Format: "png", Side: 16})
		if err != nil {
			if sdk.ClassOf(err) == "" {
				t.Errorf("an error without a class: %v", err)
			}
			return
		}
		if _, err := png.Decode(bytes.NewReader(made.Data)); err != nil {
			t.Errorf("what was made is no picture: %v", err)
		}
	})
}
