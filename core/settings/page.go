package settings

import "time"

// Text is a sentence in both languages.
type Text struct{ It, En string }

// In returns the sentence in a language; what is not Italian is English.
func (t Text) In(lang string) string {
	if lang == "it" {
		return t.It
	}
	return t.En
}

// Role is the least somebody must be. The names are those of the session record.
type Role string

const (
	Guest  Role = "guest"
	Member Role = "member"
	Admin  Role = "admin"
)

// Includes reports whether r may do what need asks for. An unknown role may do nothing.
func (r Role) Includes(need Role) bool {
	rank := map[Role]int{Guest: 1, Member: 2, Admin: 3}
	return rank[r] > 0 && rank[need] > 0 && rank[r] >= rank[need]
}

// Kind is what the values of a column are.
type Kind string

const (
	Words Kind = "text"
	Code  Kind = "code"     // a name of the machine, shown as it is written
	Count Kind = "number"   //
	Bytes Kind = "bytes"    //
	Span  Kind = "ms"       // milliseconds
	Time  Kind = "datetime" //
	Badge Kind = "badge"    // a word with a tone
)

// Column is one column of a page.
type Column struct {
	Key   string
	Label Text
	Kind  Kind
}

// Control is something that can be done to a row, or on the page when Row is false.
type Control struct {
	Name    string
	Label   Text
	Confirm Text // asked before; empty asks nothing
	Danger  bool // it cannot be taken back
	Row     bool
	Role    Role   // beyond that of the page; "" is the page's
	Choices bool   // it sets one of the row's choices
	Browser string // what the browser itself has to do first, whose outcome is the value: "passkey"
}

// Page is one page of the settings.
type Page struct {
	Route    string // section/page, as the address has it
	Label    Text
	Summary  Text
	Role     Role
	Columns  []Column
	Controls []Control
	Detail   bool // a row can be opened
}

// Section is a group of pages.
type Section struct {
	Name  string // the first part of their routes
	Label Text
	Pages []Page
}

// Value is one cell. Which fields count depends on the column's kind.
type Value struct {
	Text   string    `json:"text,omitempty"`
	Number float64   `json:"number,omitempty"`
	At     time.Time `json:"at,omitzero"`
	Tone   string    `json:"tone,omitempty"` // good, warn or bad
}

// Of is a text, N a number, When a moment, Good, Warn and Bad a badge.
func Of(text string) Value    { return Value{Text: text} }
func N(n float64) Value       { return Value{Number: n} }
func When(at time.Time) Value { return Value{At: at} }
func Good(text string) Value  { return Value{Text: text, Tone: "good"} }
func Warn(text string) Value  { return Value{Text: text, Tone: "warn"} }
func Bad(text string) Value   { return Value{Text: text, Tone: "bad"} }
func Plain(text string) Value { return Value{Text: text, Tone: "plain"} }

// Row is one row of a page: a cell for each column, in their order.
type Row struct {
	ID      string   `json:"id"`
	Cells   []Value  `json:"cells"`
	Hidden  []string `json:"hidden,omitempty"`  // controls that do not apply to it
	Choices []string `json:"choices,omitempty"` // what a control may set
	Now     string   `json:"now,omitempty"`     // what it is set to, where no cell says it
}

// Fact is something that is true of the whole page.
type Fact struct {
	Label string `json:"label"`
	Value Value  `json:"value"`
}

// Sheet is what a page shows now. Total counts rows that are not among Rows, too; 0 is their number.
type Sheet struct {
	Facts []Fact
	Rows  []Row
	Total int
}

// Block is one part of a row's detail.
type Block struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Lang  string `json:"lang,omitempty"` // what the text is written in
}

// Done is what a control has to say: a sentence, and what is shown once and kept nowhere.
type Done struct {
	Message string `json:"message,omitempty"`
	Secret  string `json:"secret,omitempty"`
}
