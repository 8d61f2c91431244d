package answer

import (
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/part"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// TestSeveralAnswers: each thing asked has its own sentence, about its own steps; what failed is told in its place.
func TestSeveralAnswers(t *testing.T) {
	found := func(folder string, n int) Step {
		return Step{Manifest: reader("find_files"), Args: map[string]any{"path": "/home/anna/" + folder}, Types: map[string]string{"path": "path", "size": "bytes"},
			Result: sdk.Result{OK: true, Entries: files(n), Value: float64(n)}}
	}
	broken := found("Via", 0)
	broken.Result, broken.Err = sdk.Result{}, sdk.Errorf(sdk.NotFound, "folder_missing", "gone").With("path", "/home/anna/Via")
	two := []part.Part{{Steps: []int{0}, Shape: plan.ShapeCount}, {Steps: []int{1}, Shape: plan.ShapeCount}}
	for _, c := range []struct {
		steps []Step
		kind  core.Kind
		want  string
	}{
		{[]Step{found("Doc", 3), found("Foto", 1)}, core.Answer, "In Doc there are 3 files.\nIn Foto there is 1 file."},
		{[]Step{found("Doc", 0), found("Foto", 2)}, core.Answer, "In Doc I found no files.\nIn Foto there are 2 files."},
	} {
		got := writer(t).Reply(Account{Lang: "en", Home: "/home/anna", Steps: c.steps, Several: two})
		if got.Kind != c.kind || got.Message != c.want {
			t.Errorf("%s %q, want %q", got.Kind, got.Message, c.want)
		}
	}
	got := writer(t).Reply(Account{Lang: "en", Home: "/home/anna", Steps: []Step{found("Doc", 3), broken}, Several: two})
	if got.Kind != core.Error || len(got.Message) < len("In Doc there are 3 files.") || got.Message[:25] != "In Doc there are 3 files." {
		t.Errorf("%s %q", got.Kind, got.Message)
	}
}
