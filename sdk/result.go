package sdk

// Result is what an executor observed. OK means the postcondition was observed; an empty valid result
// is not a failure; mixed outcomes fill both Results and Failed.
type Result struct {
	OK          bool             `json:"ok"`
	Entries     []map[string]any `json:"entries,omitempty"` // producers
	Results     []map[string]any `json:"results,omitempty"` // mutators: one per object changed
	Failed      []Failure        `json:"failed,omitempty"`
	Value       any              `json:"value,omitempty"` // scalars
	Truncated   *Truncation      `json:"truncated,omitempty"`
	NeedsInputs *NeedsInputs     `json:"needs_inputs,omitempty"`
	Attachments []Attachment     `json:"attachments,omitempty"`
	Table       *Table           `json:"table,omitempty"` // of items whose fields the manifest leaves open
	Undo        *Undo            `json:"undo,omitempty"`
	Then        []Result         `json:"then,omitempty"` // of the steps the call was asked to do on all items, see Truncated: in order, as far as it could
	Effects     Counters         `json:"effects"`
	Error       *Error           `json:"error,omitempty"` // set when OK is false and the call as a whole failed
}

// Failure is one object a call could not handle.
type Failure struct {
	Item    string `json:"item"`
	Class   Class  `json:"error_class"`
	Code    string `json:"code,omitempty"` // stable, lower_snake: the core renders the sentence from it
	Message string `json:"message,omitempty"`

	Params map[string]string `json:"params,omitempty"` // of the sentence, where it is about more than Item
}

// Truncation says that more was there than was returned. Cap names the argument that lifts the limit.
type Truncation struct {
	Used      int    `json:"used"`
	Available int    `json:"available"` // -1 when unknown
	Cap       string `json:"cap,omitempty"`
}

// Counters are the accountable effects of a call: the final answer is rendered from them.
type Counters struct {
	Items     int  `json:"items"`
	Mutations int  `json:"mutations"`
	Countable bool `json:"countable"` // false: a mutation may have happened that Mutations does not count
}

// Undo is the evidence from which Reverse restores the previous state.
type Undo struct {
	Pattern  string           `json:"pattern"` // swap_src_dst, restore_trashed, delete_created, restore_backup, ...
	Evidence []map[string]any `json:"evidence"`
}

// Table says how items were read out of tables: what no manifest can declare beforehand.
type Table struct {
	Columns []Column `json:"columns"` // of all items, in order
	Sources []Source `json:"sources"`
}

// Column is one field of the items of a table. Type is a field type of manifests; Format is how the values were
// written ("1.234,5", "dd/mm/yyyy"), when that was found out.
type Column struct {
	Key    string `json:"key"`
	Type   string `json:"type"`
	Format string `json:"format,omitempty"`
}

// Source is one table that items were read from and how it was read.
type Source struct {
	Path      string `json:"path"`
	Sheet     string `json:"sheet,omitempty"`
	Encoding  string `json:"encoding,omitempty"`
	Delimiter string `json:"delimiter,omitempty"`
	Decimal   string `json:"decimal,omitempty"` // decimal mark
	Header    bool   `json:"header"`            // its first row names the columns
	Skipped   int    `json:"skipped,omitempty"` // lines above the first row
	Rows      int    `json:"rows"`              // rows it has, returned or not
}

// NeedsInputs suspends the turn on a form.
type NeedsInputs struct {
	Title      string     `json:"title"`
	Dialog     []Question `json:"dialog"`
	OnComplete string     `json:"on_complete,omitempty"`
}

// Question is one field of a form. Kind: text, choice, multi_choice (any of the options,
// answered as a list), yes_no, number, file_path, credentials, date, location.
type Question struct {
	Name     string   `json:"name"`
	Prompt   string   `json:"prompt"`
	Kind     string   `json:"kind"`
	Options  []string `json:"options,omitempty"`
	Optional bool     `json:"optional,omitempty"`
}

// Attachment is a file offered with the answer.
type Attachment struct {
	Path  string `json:"path"`
	Name  string `json:"name"`
	Media string `json:"media"` // MIME type
	Size  int64  `json:"size"`  // bytes
}

// Items returns the collection of the result, entries or results, whichever is there.
func (r Result) Items() []map[string]any {
	if r.Entries != nil {
		return r.Entries
	}
	return r.Results
}
