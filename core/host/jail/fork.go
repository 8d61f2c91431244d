package jail

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// forker starts every process from one operating system thread that lives as long as the host. The kernel
// sends a child its parent-death signal when the thread that forked it ends, and Go ends threads freely.
type forker struct {
	jobs chan forkJob
	stop chan struct{}
	once sync.Once
}

type forkJob struct {
	cmd   *exec.Cmd
	reply chan error
}

func newForker() *forker {
	f := &forker{jobs: make(chan forkJob), stop: make(chan struct{})}
	go f.run()
	return f
}

// run forks until it is stopped. The program's first thread outlives its goroutine: another one does the work.
func (f *forker) run() {
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	if syscall.Gettid() == os.Getpid() {
		go f.run()
		<-f.stop
		return
	}
	for {
		select {
		case j := <-f.jobs:
			j.reply <- j.cmd.Start()
		case <-f.stop:
			return
		}
	}
}

// start runs cmd.Start on the forking thread.
func (f *forker) start(cmd *exec.Cmd) error {
	j := forkJob{cmd: cmd, reply: make(chan error, 1)}
	select {
	case f.jobs <- j:
		return <-j.reply
	case <-f.stop:
		return errors.New("the host is closed")
	}
}

func (f *forker) close() { f.once.Do(func() { close(f.stop) }) }
