package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/metnos/metnos/core/ledger/days"
	"github.com/metnos/metnos/sdk"
)

// Fault is what is wrong with a ledger at one place.
type Fault string

// A torn line was cut short by a crash before anybody relied on it: it is reported, and no sign of tampering.
const (
	Altered   Fault = "altered"   // a line does not fit its hash
	Missing   Fault = "missing"   // lines between this one and the one before are gone
	Reordered Fault = "reordered" // a line stands after one that followed it, or twice
	Truncated Fault = "truncated" // lines at the end are gone
	Torn      Fault = "torn"
)

// Problem is one fault with its place. Line 0 is the file as a whole.
type Problem struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Fault Fault  `json:"fault"`
	Lost  int64  `json:"lost,omitempty"` // lines gone, when known
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Fault) }

// Err is the problem as an error to say.
func (p Problem) Err() error {
	return sdk.Errorf(sdk.IOError, "ledger_fault_"+string(p.Fault), "%v", p).With("file", p.File).
		With("line", strconv.Itoa(p.Line)).With("lost", strconv.FormatInt(p.Lost, 10))
}

// Report is the outcome of Verify.
type Report struct {
	Files    int       `json:"files"`
	Packed   int       `json:"packed"`          // of the files, those in the archive
	Since    string    `json:"since,omitempty"` // the record is complete from this day on, when older days were dropped
	Records  int64     `json:"records"`
	Problems []Problem `json:"problems"`
}

// Intact reports whether nothing was changed or lost. Torn lines do not count.
func (r Report) Intact() bool {
	for _, p := range r.Problems {
		if p.Fault != Torn {
			return false
		}
	}
	return true
}

// Err is nil for an intact ledger, else the error to say.
func (r Report) Err() error {
	for _, p := range r.Problems {
		if p.Fault != Torn {
			return sdk.Errorf(sdk.IOError, "ledger_broken", "%v", p).With("file", p.File).With("line", strconv.Itoa(p.Line)).
				With("problems", strconv.Itoa(len(r.Problems)))
		}
	}
	return nil
}

// Verify reads the whole ledger below dir, archives included, and checks the chain from its beginning or from
// what was last dropped. It may run while the ledger is open.
func Verify(dir string) (report Report, err error) {
	for range 3 { // a day may be packed or dropped under the reader
		if report, err = follow(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return report, failed(dir, err)
	}
	return report, nil
}

// follow checks the chain once.
func follow(dir string) (Report, error) {
	report := Report{Problems: []Problem{}}
	head, err := readHead(dir) // before the files: they may grow meanwhile, never shrink
	if err != nil {
		return report, err
	}
	folder := days.Folder{Dir: dir}
	anchor, list, err := folder.List()
	if err != nil {
		return report, err
	}
	c := chain{report: &report, head: head, anchor: anchor, end: link{anchor.Seq, anchor.Hash}}
	c.met = c.end == head
	if anchor.Day != "" && len(list) > 0 {
		report.Since = list[0].Name
	}
	for i, day := range list {
		report.Files++
		if day.Packed {
			report.Packed++
		}
		if err := c.day(day, i == len(list)-1); err != nil {
			return report, err
		}
	}
	c.finish()
	aside, err := folder.Torn()
	for _, path := range aside {
		c.file = filepath.Base(path)
		c.problem(1, Torn, 0)
	}
	return report, err
}

// readHead returns what the head file promises; Seq is -1 when it is absent or spoiled.
func readHead(dir string) (link, error) {
	text, err := os.ReadFile(filepath.Join(dir, "head"))
	if errors.Is(err, fs.ErrNotExist) {
		return link{Seq: -1}, nil
	}
	if err != nil {
		return link{}, err
	}
	head, err := decodeHead(text)
	if err != nil {
		return link{Seq: -1}, nil
	}
	return head, nil
}

// chain is a verification under way.
type chain struct {
	report *Report
	head   link
	anchor days.Anchor
	said   bool // a line of the chain tells of the anchor
	file   string
	end    link // after the last line that fits its hash
	broken bool // the line before could not be read: what it was is unknown
	met    bool // the head's line was seen
}

// day checks one day's lines. Only the latest may end in a line cut short.
func (c *chain) day(day days.Day, latest bool) error {
	c.file = day.File()
	last := 0
	err := day.Lines(func(n int, line []byte, whole bool) error {
		last = n
		if !whole && latest {
			c.problem(n, Torn, 0)
			return nil
		}
		c.line(n, line)
		if !whole && c.end.Seq > 0 && !c.broken {
			c.problem(n, Altered, 0)
		}
		return nil
	})
	var damaged *days.Damaged
	if errors.As(err, &damaged) {
		c.problem(last+1, Altered, 0)
		err = nil
	}
	return err
}

func (c *chain) problem(line int, fault Fault, lost int64) {
	c.report.Problems = append(c.report.Problems, Problem{c.file, line, fault, lost})
}

// line checks one line against the chain. After a fault the chain is taken up again from the line itself,
// so that each fault is reported once.
func (c *chain) line(n int, text []byte) {
	c.report.Records++
	head, at, ok, err := unchained(text)
	if err != nil || !ok {
		c.problem(n, Altered, 0)
		c.end.Seq, c.broken = c.end.Seq+1, true
		return
	}
	if at == c.head {
		c.met = true
	}
	c.said = c.said || c.anchor.Day != "" && tells(head.Record, c.anchor)
	switch {
	case head.Seq > c.end.Seq+1:
		c.problem(n, Missing, head.Seq-c.end.Seq-1)
	case head.Seq <= c.end.Seq:
		c.problem(n, Reordered, 0)
	case head.Prev != c.end.Hash && !c.broken:
		c.problem(n, Altered, 0)
	}
	c.end, c.broken = at, false
}

// finish compares the end of the chain with what the head promises.
func (c *chain) finish() {
	if c.anchor.Day != "" && !c.said { // nobody wrote down that lines were dropped
		c.file = "anchor"
		c.problem(0, Altered, 0)
	}
	switch {
	case c.head.Seq < 0 && c.report.Files == 0: // nothing was ever written
	case c.head.Seq < 0:
		c.file = "head"
		c.problem(0, Altered, 0)
	case c.head.Seq > c.end.Seq:
		c.problem(0, Truncated, c.head.Seq-c.end.Seq)
	case c.head.Seq > 0 && !c.met && c.report.Intact():
		c.file = "head"
		c.problem(0, Altered, 0)
	}
}
