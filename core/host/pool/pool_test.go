package pool

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// fake is a process that only counts.
type fake struct {
	retired, shut, dead atomic.Bool
	inUse               atomic.Int32
}

func (f *fake) Usable() bool { return !f.retired.Load() && !f.dead.Load() }
func (f *fake) Retire()      { f.retired.Store(true) }
func (f *fake) Kill()        { f.dead.Store(true) }
func (f *fake) Shut() {
	if f.inUse.Load() != 0 {
		panic("shut while in use")
	}
	f.shut.Store(true)
}

func TestOneStartForConcurrentCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New[string, *fake](time.Minute, 4)
		var starts atomic.Int32
		start := func() (*fake, error) { time.Sleep(time.Second); starts.Add(1); return &fake{}, nil }
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				l, err := p.Acquire(context.Background(), "a", start)
				if err != nil {
					t.Error(err)
					return
				}
				l.End()
				l.End() // twice is once
			})
		}
		wg.Wait()
		if starts.Load() != 1 {
			t.Errorf("%d starts, want 1", starts.Load())
		}
		p.Close(context.Background())
	})
}

func TestFailedStartIsEveryonesErrorAndForgotten(t *testing.T) {
	p := New[string, *fake](time.Minute, 4)
	broken := errors.New("broken")
	if _, err := p.Acquire(context.Background(), "a", func() (*fake, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Fatalf("error %v", err)
	}
	l, err := p.Acquire(context.Background(), "a", func() (*fake, error) { return &fake{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	l.End()
	p.Close(context.Background())
}

func TestCallerLeavesWhileStarting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New[string, *fake](time.Minute, 4)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		made := &fake{}
		_, err := p.Acquire(ctx, "a", func() (*fake, error) { time.Sleep(3 * time.Second); return made, nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("error %v", err)
		}
		p.Close(context.Background())
		if !made.shut.Load() {
			t.Error("the process that came too late was left running")
		}
	})
}

func TestIdleStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New[string, *fake](time.Minute, 4)
		f := &fake{}
		l, err := p.Acquire(context.Background(), "a", func() (*fake, error) { return f, nil })
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if f.shut.Load() {
			t.Fatal("stopped while in use")
		}
		l.End()
		time.Sleep(59 * time.Second)
		if f.shut.Load() {
			t.Fatal("stopped too early")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !f.shut.Load() || len(p.All()) != 0 {
			t.Fatal("kept too long")
		}
	})
}

func TestRetireLetsCallsFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New[string, *fake](time.Hour, 4)
		old := &fake{}
		l, err := p.Acquire(context.Background(), "old", func() (*fake, error) { return old, nil })
		if err != nil {
			t.Fatal(err)
		}
		old.inUse.Store(1)
		p.Retire(func(k string) bool { return k != "old" })
		synctest.Wait()
		if old.shut.Load() {
			t.Fatal("ended under its caller")
		}
		// A caller that insists is served by a fresh one, which is not kept.
		again := &fake{}
		l2, err := p.Acquire(context.Background(), "old", func() (*fake, error) { return again, nil })
		if err != nil || l2.Proc != again {
			t.Fatalf("%v %v", l2, err)
		}
		l2.End()
		old.inUse.Store(0)
		l.End()
		synctest.Wait()
		if !old.shut.Load() || !again.shut.Load() || len(p.All()) != 0 {
			t.Errorf("after the last call: old %v, fresh %v, kept %d", old.shut.Load(), again.shut.Load(), len(p.All()))
		}
	})
}

// Whatever the order of calls, deaths, retirements and ends: no process is shut in use, nothing is kept
// beyond the bound, and after Close every process is shut.
func TestPoolProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := New[int, *fake](time.Hour, 2)
		var all []*fake
		var mu sync.Mutex
		var leases []*Lease[*fake]
		keys := rapid.IntRange(0, 4)
		t.Repeat(map[string]func(*rapid.T){
			"acquire": func(t *rapid.T) {
				l, err := p.Acquire(context.Background(), keys.Draw(t, "key"), func() (*fake, error) {
					f := &fake{}
					mu.Lock()
					all = append(all, f)
					mu.Unlock()
					return f, nil
				})
				if err != nil || !l.Proc.Usable() {
					t.Fatalf("lease %v, error %v", l, err)
				}
				l.Proc.inUse.Add(1)
				leases = append(leases, l)
			},
			"end": func(t *rapid.T) {
				if len(leases) == 0 {
					t.Skip("nothing leased")
				}
				i := rapid.IntRange(0, len(leases)-1).Draw(t, "lease")
				leases[i].Proc.inUse.Add(-1)
				leases[i].End()
				leases = append(leases[:i], leases[i+1:]...)
			},
			"die": func(t *rapid.T) {
				if len(leases) > 0 {
					leases[0].Proc.Kill()
				}
			},
			"retire": func(t *rapid.T) {
				k := keys.Draw(t, "key")
				p.Drain(func(other int) bool { return other == k })
			},
			"": func(t *rapid.T) {
				idle := 0
				for _, f := range p.All() {
					if f.inUse.Load() == 0 && f.Usable() {
						idle++
					}
				}
				if idle > 2 {
					t.Fatalf("%d idle processes, want at most 2", idle)
				}
			},
		})
		for _, l := range leases {
			l.Proc.inUse.Add(-1)
			l.End()
		}
		p.Close(context.Background())
		for i, f := range all {
			if !f.shut.Load() {
				t.Fatalf("process %d of %d was never shut", i, len(all))
			}
		}
	})
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBreaker(time.Minute)
		crash := func(n int) {
			for range n {
				b.Crashed("x")
				time.Sleep(time.Second)
			}
		}
		crash(CrashLimit - 1)
		if b.Wait("x") != 0 {
			t.Fatal("rests before the limit")
		}
		b.Succeeded("x")
		crash(CrashLimit - 1)
		if b.Wait("x") != 0 {
			t.Fatal("a success did not clear the count")
		}
		crash(1)
		if left := b.Wait("x"); left <= 0 || left > time.Minute {
			t.Fatalf("rests for %v", left)
		}
		if b.Wait("y") != 0 {
			t.Error("another executor rests too")
		}
		time.Sleep(time.Minute)
		if b.Wait("x") != 0 {
			t.Fatal("rests after the cool-down")
		}
		crash(1)
		if b.Wait("x") == 0 {
			t.Fatal("the trial failed and it does not rest")
		}
		time.Sleep(time.Minute)
		b.Wait("x")
		b.Succeeded("x")
		crash(1)
		if b.Wait("x") != 0 {
			t.Error("one crash after a success makes it rest")
		}
		time.Sleep(crashWindow)
		crash(CrashLimit - 1)
		if b.Wait("x") != 0 {
			t.Error("crashes outside the window count")
		}
	})
}
