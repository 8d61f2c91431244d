package turn

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the transcripts of testdata again")

// Every testdata/*.txtar is a conversation. The file "script" says what happens:
//
//	> TEXT            somebody says it
//	as OWNER CONV     who speaks from now on, and where
//	plan JSON         the proposer's next draft is this framework
//	question JSON     … is this question
//	limit JSON        … is a limit: this error
//	preview JSON      the next preview foresees these effects
//	conflict PATH     the next preview finds PATH there already
//	result JSON       the next call answers this
//	fails CLASS       the next call fails
//	reverse JSON      the next reversal answers this
//	restart [N]       another process goes on, with a bulk threshold of N
//	clock DURATION    time passes
//
// $HOME stands for the person's home. The file "transcript" is what must come of it: the calls that ran,
// and how each turn ended.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { scenario(t, file) })
	}
}

func scenario(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var script, want string
	for _, f := range archive.Files {
		switch f.Name {
		case "script":
			script = string(f.Data)
		case "transcript":
			want = string(f.Data)
		}
	}
	got := play(t, script)
	if *update {
		archive.Files = []txtar.File{{Name: "script", Data: []byte(script)}, {Name: "transcript", Data: []byte(got)}}
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func play(t *testing.T, script string) string {
	s := newStage(t)
	owner, conversation := "host", "c"
	var out strings.Builder
	for n, line := range strings.Split(script, "\n") {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.ReplaceAll(rest, "$HOME", s.home)
		switch verb {
		case "", "#":
		case "as":
			if _, err := fmt.Sscan(rest, &owner, &conversation); err != nil {
				t.Fatalf("script:%d: %v", n+1, err)
			}
		case ">":
			fmt.Fprintf(&out, "> %s\n%s", rest, strings.ReplaceAll(s.take(owner, conversation, rest), s.home, "$HOME"))
		default:
			if err := s.direct(verb, rest); err != nil {
				t.Fatalf("script:%d: %v", n+1, err)
			}
		}
	}
	return out.String()
}

// take runs one turn and tells what ran and how it ended.
func (s *stage) take(owner, conversation, text string) string {
	ran, undone := len(s.invoker.calls), len(s.invoker.undone)
	o := s.as(owner, conversation, text)
	var b strings.Builder
	tell := func(verb string, calls []sdk.Call) {
		for _, c := range calls {
			args, err := json.Marshal(c.Args)
			if err != nil {
				s.t.Fatal(err)
			}
			fmt.Fprintf(&b, "  %s %s %s\n", verb, c.Executor, args)
		}
	}
	tell("ran", s.invoker.calls[ran:])
	tell("undid", s.invoker.undone[undone:])
	fmt.Fprintf(&b, "  %s %s mutations=%d failures=%d uncertain=%d\n", o.Kind, o.Origin, o.Effects.Mutations, o.Effects.Failures, o.Effects.Uncertain)
	for _, line := range strings.Split(o.Message, "\n") {
		b.WriteString("  | " + line + "\n")
	}
	return b.String()
}

// direct sets the stage for what is said next.
func (s *stage) direct(verb, rest string) error {
	var r scripted
	switch verb {
	case "plan":
		f, err := plan.Decode([]byte(rest))
		s.proposer.drafts = append(s.proposer.drafts, plan.Draft{Accepted: true, Framework: f})
		return err
	case "question":
		var q plan.Question
		err := json.Unmarshal([]byte(rest), &q)
		s.proposer.drafts = append(s.proposer.drafts, plan.Draft{Question: &q})
		return err
	case "limit":
		var e sdk.Error
		err := json.Unmarshal([]byte(rest), &e)
		s.proposer.drafts = append(s.proposer.drafts, plan.Draft{Limit: &e})
		return err
	case "preview":
		err := json.Unmarshal([]byte(rest), &r.effects)
		s.invoker.previews = append(s.invoker.previews, r)
		return err
	case "conflict":
		r.err = sdk.Errorf(sdk.Conflict, "file_exists", "exists").With("path", rest)
		s.invoker.previews = append(s.invoker.previews, r)
	case "result":
		err := json.Unmarshal([]byte(rest), &r.result)
		s.invoker.results = append(s.invoker.results, r)
		return err
	case "fails":
		s.invoker.results = append(s.invoker.results, scripted{err: sdk.Errorf(sdk.Class(rest), "", "scripted")})
	case "reverse":
		err := json.Unmarshal([]byte(rest), &r.result)
		s.invoker.reversed = append(s.invoker.reversed, r)
		return err
	case "restart":
		threshold := 20
		if rest != "" {
			if _, err := fmt.Sscan(rest, &threshold); err != nil {
				return err
			}
		}
		s.restart(threshold)
	case "clock":
		d, err := time.ParseDuration(rest)
		s.now = s.now.Add(d)
		return err
	default:
		return fmt.Errorf("no directive %q", verb)
	}
	return nil
}
