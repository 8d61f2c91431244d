package plan

import (
	"context"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan/piece"
	"github.com/metnos/metnos/sdk"
)

// FinalAnswer is the pseudo-tool that may close a framework.
const FinalAnswer = "final_answer"

// MaxSteps caps a proposed framework; MaxRuntimeSteps caps one the runtime built itself.
const (
	MaxSteps        = 12
	MaxRuntimeSteps = 32
)

// Framework is a finite list of steps over the catalog. Arguments are data: literals, `from_step`
// (1-based number of an earlier step whose collection is passed) and `${stepN.path}`, `${RUNTIME:key}`,
// `${FILLER:name}` placeholders.
type Framework struct {
	Steps        []Step            `json:"steps"`
	Fillers      map[string]Filler `json:"fillers,omitempty"`
	FinalMessage string            `json:"final_message,omitempty"`
	Shape        Shape             `json:"shape,omitempty"`
	Answers      []Answer          `json:"answers,omitempty"` // when several things are asked at once
	Found        string            `json:"found,omitempty"`   // the file it reads that the sentence does not name
}

// Answer is one of several things a sentence asks: the step whose result answers it (1-based) and in which shape.
type Answer struct {
	Step  int   `json:"step"`
	Shape Shape `json:"shape,omitempty"`
}

// Clause is one thing a sentence asks, Missing an ability the catalog lacks, Filler a short value written when it runs.
type (
	Clause  = piece.Clause
	Missing = piece.Missing
	Filler  = piece.Filler
)

// Tools lists the executors of the steps, in order.
func (f Framework) Tools() []string {
	tools := make([]string, len(f.Steps))
	for i, step := range f.Steps {
		tools[i] = step.Tool
	}
	return tools
}

// UsesPrevious reports whether a step takes the conversation's previous collection.
func (f Framework) UsesPrevious() bool {
	for _, step := range f.Steps {
		if _, ok := step.Args[FromPrevious]; ok {
			return true
		}
	}
	return false
}

// Step names an executor and its arguments. An Aside step only counts: its number is told beside the
// answer ("with the subfolders there are 21"), and nothing else is made of it.
type Step struct {
	Tool  string         `json:"tool"`
	Args  map[string]any `json:"args"`
	Aside bool           `json:"aside,omitempty"`
	Host  Host           `json:"host,omitempty"` // the machine it runs on; set by the runtime, never by a proposer
}

// Shape is what the person asked to be told; the renderer picks the sentence from it and from what was observed.
type Shape string

const (
	ShapeAuto    Shape = ""        // from the last executor's presentation
	ShapeCount   Shape = "count"   // how many
	ShapeList    Shape = "list"    // which ones
	ShapeWhere   Shape = "where"   // where is it
	ShapeExists  Shape = "exists"  // is there any
	ShapeText    Shape = "text"    // its content
	ShapeScalar  Shape = "scalar"  // one value: a sum, a time
	ShapeReceipt Shape = "receipt" // what was changed
)

// Proposer turns a sentence into a Draft. The composer is one, the model proposer another.
type Proposer interface {
	Propose(ctx context.Context, req Request) (Draft, error)
}

// Request is what a proposer may know: the sentence, the person's clock and folders, the catalog, and the
// shape (never the content) of the conversation's previous result.
type Request struct {
	Text     string
	Lang     string // it or en
	Now      time.Time
	Zone     *time.Location
	Home     string // absolute path of the person's home folder
	Places   Places
	Catalog  []core.Executor
	Previous *Previous
	Near     []string // executors whose words fit the sentence, best first; nil when nobody looked
}

// Places answers whether a name the person used is something that exists below the granted roots. The
// match ignores case and accents. It never reads content; places that also tell what tables hold do so by an interface
// of their own, for proposers that run here.
type Places interface {
	// Folder returns the absolute paths of the folders a spoken name may mean, best first: relative to
	// home, then anywhere below it to a bounded depth. Local names (Documenti, Downloads) of the two
	// languages are equivalent when only one exists.
	Folder(spoken string) []string
	// File does the same for files.
	File(spoken string) []string
}

// Previous is the last result of the conversation, as far as planning may see it.
type Previous struct {
	Turn      string
	Framework Framework
	Tool      string            // executor that produced the collection
	Fields    map[string]string // its output fields and their types
	Count     int
	Ref       string // what `from_previous` resolves to
}

// Draft is what a proposer made of a sentence. Exactly one of the four is set: an accepted Framework, a
// Question for what is missing or ambiguous, a Limit for what cannot be done, or Unknown words.
type Draft struct {
	Accepted  bool
	Framework Framework
	Question  *Question
	Limit     *sdk.Error // class out_of_scope, with the code of the sentence to say
	Unknown   []string   // content words the plan does not explain
	Lang      string     // dominant language of the sentence, "" when undecided
	Intent    []Clause   // what was understood of the sentence, in its order, accepted or not
	Near      []string   // executors whose words fit a sentence that made no plan, best first
	Missing   *Missing   // what no executor does, beside the Limit that says so
}

// Question asks for one value; the answer completes Partial at Arg of step Step (1-based).
type Question struct {
	Code       string // of the sentence in the message catalogue
	Params     map[string]string
	Options    []string
	Partial    Framework
	Step       int
	Arg, Input string // Input is the field a form has for the value, as the kinds of sdk.Question; "" is none
	Beside     []any  // what else the argument takes, a list: the answer joins it
	Foreign    bool   // the options are content: to point at one is not to have said it
}
