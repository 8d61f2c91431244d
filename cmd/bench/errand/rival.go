package errand

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// rival is a program that does the same work: its name, the command, what the output must say ("" is not looked at).
type rival struct {
	name string
	dir  string
	args []string
	want string // a text of the output
	exit []int  // other exit codes than 0 that are no failure
}

func (r rival) here() bool {
	_, err := exec.LookPath(r.args[0])
	return err == nil
}

// run does the work once. Its output is read to the end, as a person's terminal would.
func (r rival) run() error {
	cmd := exec.Command(r.args[0], r.args[1:]...)
	cmd.Dir = r.dir
	var out, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &faults
	if r.want != "" {
		cmd.Stdout = &out
	}
	if err := cmd.Run(); err != nil {
		code := cmd.ProcessState.ExitCode()
		for _, allowed := range r.exit {
			if code == allowed {
				return nil
			}
		}
		return fmt.Errorf("%s: %w: %s", r.name, err, faults.Bytes())
	}
	if r.want != "" && !strings.Contains(out.String(), r.want) {
		return fmt.Errorf("%s did not print %q", r.name, r.want)
	}
	return nil
}
