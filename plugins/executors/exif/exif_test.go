package exif

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"time"
)

// tiff is a TIFF block with DateTime in 1999 and these texts in the Exif directory.
func tiff(order binary.AppendByteOrder, fields map[uint16]string) []byte {
	mark := map[bool]string{true: "II*\x00", false: "MM\x00*"}[order.String() == "LittleEndian"]
	entry := func(b []byte, tag, kind uint16, n, value uint32) []byte {
		b = order.AppendUint16(order.AppendUint16(b, tag), kind)
		return order.AppendUint32(order.AppendUint32(b, n), value)
	}
	b := order.AppendUint32([]byte(mark), 8)
	changed := "1999:01:01 00:00:00\x00"
	exifAt := uint32(8 + 2 + 2*12 + 4 + len(changed))
	b = order.AppendUint16(b, 2)
	b = entry(b, 0x0132, 2, uint32(len(changed)), 8+2+2*12+4)
	b = entry(b, tagExif, 4, 1, exifAt)
	b = append(order.AppendUint32(b, 0), changed...)
	b = order.AppendUint16(b, uint16(len(fields)))
	data := exifAt + 2 + uint32(len(fields))*12 + 4
	var tail []byte
	for _, tag := range []uint16{tagOriginal, tagDigitized, tagOffset, tagOffsetTaken} {
		if text, ok := fields[tag]; ok {
			text += "\x00"
			b = entry(b, tag, 2, uint32(len(text)), data+uint32(len(tail)))
			tail = append(tail, text...)
		}
	}
	return append(order.AppendUint32(b, 0), tail...)
}

func segment(marker byte, body string) string {
	return string([]byte{0xff, marker}) + string(binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))) + body
}

func inJPEG(block []byte) string {
	return "\xff\xd8" + segment(0xe0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00") + segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00<x/>") + "\xff" +
		segment(0xe1, "Exif\x00\x00"+string(block)) + segment(0xda, "") + "rest"
}

func box(name string, body ...string) string {
	all := strings.Join(body, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(all)+8))) + name + all
}

func inHEIC(block []byte) string {
	head := box("ftyp", "heic\x00\x00\x00\x00heic")
	item := "\x00\x00\x00\x06Exif\x00\x00" + string(block)
	meta := func(at uint32) string {
		place := string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, at), uint32(len(item))))
		return box("meta", "\x00\x00\x00\x00", box("hdlr", strings.Repeat("\x00", 24)),
			box("iinf", "\x00\x00\x00\x00\x00\x02", box("infe", "\x02\x00\x00\x00\x00\x01\x00\x00hvc1\x00"), box("infe", "\x02\x00\x00\x01\x00\x02\x00\x00Exif\x00")),
			box("iloc", "\x00\x00\x00\x00\x44\x00\x00\x02", "\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00", "\x00\x02\x00\x00\x00\x01", place))
	}
	return head + meta(uint32(len(head)+len(meta(0))+8)) + box("mdat", item)
}

func TestTaken(t *testing.T) {
	plain := map[uint16]string{tagOriginal: "2023:07:14 18:20:05"}
	little, big := tiff(binary.LittleEndian, plain), tiff(binary.BigEndian, plain)
	webp := "RIFF\x00\x00\x00\x00WEBPVP8X\x03\x00\x00\x00abc\x00EXIF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(little)+6))) + "Exif\x00\x00" + string(little)
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\x03IHDRabccrc!" + string(binary.BigEndian.AppendUint32(nil, uint32(len(big)))) + "eXIf" + string(big) + "crc!"
	for name, c := range map[string]struct{ data, want string }{
		"jpeg":                 {inJPEG(little), "2023-07-14T18:20:05+02:00"},
		"jpeg, big endian":     {inJPEG(big), "2023-07-14T18:20:05+02:00"},
		"tiff":                 {string(big), "2023-07-14T18:20:05+02:00"},
		"heic":                 {inHEIC(little), "2023-07-14T18:20:05+02:00"},
		"png":                  {png, "2023-07-14T18:20:05+02:00"},
		"webp":                 {webp, "2023-07-14T18:20:05+02:00"},
		"an offset":            {inJPEG(tiff(binary.LittleEndian, map[uint16]string{tagOriginal: "2023:01:01 00:30:00", tagOffsetTaken: "+09:00"})), "2022-12-31T16:30:00+01:00"},
		"only digitized":       {inJPEG(tiff(binary.BigEndian, map[uint16]string{tagDigitized: "2010:02:03 04:05:06"})), "2010-02-03T04:05:06+01:00"},
		"only changed":         {inJPEG(tiff(binary.BigEndian, nil)), ""},
		"a clock never set":    {inJPEG(tiff(binary.BigEndian, map[uint16]string{tagOriginal: "0000:00:00 00:00:00"})), ""},
		"blanks":               {inJPEG(tiff(binary.BigEndian, map[uint16]string{tagOriginal: "    :  :     :  :  "})), ""},
		"no such day":          {inJPEG(tiff(binary.BigEndian, map[uint16]string{tagOriginal: "2023:02:30 10:00:00"})), ""},
		"no exif":              {"\xff\xd8" + segment(0xe0, "JFIF\x00") + segment(0xda, ""), ""},
		"a text":               {"2023:07:14 18:20:05 is a text", ""},
		"nothing":              {"", ""},
		"cut":                  {inJPEG(little)[:90], ""},
		"a segment of nothing": {"\xff\xd8\xff\xe1\x00\x00" + strings.Repeat("\xff\xe1\x00\x00", 100), ""},
		"padding without end":  {"\xff\xd8" + strings.Repeat("\xff", 100_000), ""},
		"a box in itself":      {"\x00\x00\x00\x08ftyp\x00\x00\x00\x00meta" + strings.Repeat("\x00", 64), ""},
		"a huge box":           {"\x00\x00\x00\x0cftypheic\x00\x00\x00\x01meta\x7f\xff\xff\xff\xff\xff\xff\xff", ""},
	} {
		m, ok := Taken(strings.NewReader(c.data), int64(len(c.data)))
		got := ""
		if ok {
			got = m.In(rome(t)).Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func rome(t testing.TB) *time.Location {
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// counted tells how much of a file was read.
type counted struct {
	*bytes.Reader
	read int64
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(b, at)
	c.read += int64(n)
	return n, err
}

// Whatever a file is, little of it is read and nothing breaks.
func FuzzTaken(f *testing.F) {
	plain := map[uint16]string{tagOriginal: "2023:07:14 18:20:05", tagOffset: "+02:00"}
	f.Add([]byte(inJPEG(tiff(binary.LittleEndian, plain))))
	f.Add(tiff(binary.BigEndian, plain))
	f.Add([]byte(inHEIC(tiff(binary.BigEndian, plain))))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPEXIF\xff\xff\xff\xffII*\x00"))
	f.Add([]byte("\x89PNG\r\n\x1a\n\xff\xff\xff\xffeXIf"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &counted{Reader: bytes.NewReader(data)}
		m, ok := Taken(r, int64(len(data)))
		if r.read > maxMeta+16*maxParts+2*12*maxEntries+1<<10 {
			t.Errorf("%d bytes were read", r.read)
		}
		if ok && (m.Time.Year() < 1800 || m.Time.Year() > 9999) {
			t.Errorf("%v", m.Time)
		}
	})
}
