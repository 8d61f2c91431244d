package disk

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/metnos/metnos/sdk"
)

func opened(t testing.TB, data string) *Folder {
	t.Helper()
	s, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fileOf(t testing.TB, s *Folder, noun string) *File {
	t.Helper()
	f, err := s.File(noun)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func set(key, value string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("b"))
		if err != nil {
			return err
		}
		return b.Put([]byte(key), []byte(value))
	}
}

func read(t testing.TB, f *File, key string) (value string) {
	t.Helper()
	err := f.View(func(tx *bbolt.Tx) error {
		if b := tx.Bucket([]byte("b")); b != nil {
			value = string(b.Get([]byte(key)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestMain(m *testing.M) {
	if data := os.Getenv("HOLD_DATA"); data != "" { // the second process of TestField_STORE_01
		s, err := Open(data)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("held")
		_, _ = os.Stdin.Read(make([]byte, 1))
		s.Close()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A second process learns within two seconds and a bit who holds the data.
func TestField_STORE_01(t *testing.T) {
	data := t.TempDir()
	holder := exec.Command(os.Args[0])
	holder.Env = append(os.Environ(), "HOLD_DATA="+data)
	in, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4)
	if _, err := out.Read(line); err != nil || string(line) != "held" {
		t.Fatalf("the holder says %q, %v", line, err)
	}
	start := time.Now()
	_, err = Open(data)
	took := time.Since(start)
	var e *sdk.Error
	if !errors.As(err, &e) || e.Class != sdk.Conflict || e.Code != "store_locked" || e.Params["pid"] != strconv.Itoa(holder.Process.Pid) {
		t.Errorf("second open: %v %v", err, e)
	}
	if took < patience || took > 2*patience {
		t.Errorf("it took %v", took)
	}
	in.Close()
	if err := holder.Wait(); err != nil {
		t.Fatal(err)
	}
	opened(t, data) // released with its holder
}

// Someone else's lock on one file is found in the kernel's table.
func TestHolderOfOneFile(t *testing.T) {
	data := t.TempDir()
	s := opened(t, data)
	if _, err := os.Stat("/proc/locks"); err != nil {
		t.Skip("no /proc/locks here")
	}
	path := filepath.Join(data, "store", "things.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = s.File("things")
	var e *sdk.Error
	if !errors.As(err, &e) || e.Class != sdk.Conflict {
		t.Fatalf("open twice: %v", err)
	}
	if pid := e.Params["pid"]; pid != "" && pid != strconv.Itoa(os.Getpid()) {
		t.Errorf("names process %s, not %d", pid, os.Getpid())
	}
}

func TestField_STORE_03(t *testing.T) {
	for magic, want := range map[uint32]string{0x6969: "nfs", 0xff534d42: "cifs", 0x01021997: "9p", 0x65735546: "fuse", 0xef53: "", 0x01021994: ""} {
		if got := networkName(magic); got != want {
			t.Errorf("%#x is %q, want %q", magic, got, want)
		}
	}
	got, err := Network(filepath.Join(t.TempDir(), "absent", "deep"))
	if err != nil {
		t.Errorf("an absent folder: %q, %v", got, err)
	}
}

func TestConcurrentCommitsAllArrive(t *testing.T) {
	data := t.TempDir()
	s := opened(t, data)
	f := fileOf(t, s, "things")
	refused := errors.New("refused")
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			key := strconv.Itoa(i)
			err := f.Commit(func(tx *bbolt.Tx) error {
				if err := set(key, key)(tx); err != nil {
					return err
				}
				if i%10 == 3 {
					return refused
				}
				return nil
			})
			if want := i%10 == 3; errors.Is(err, refused) != want || !want && err != nil {
				t.Errorf("write %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f = fileOf(t, opened(t, data), "things")
	for i := range 200 {
		want := strconv.Itoa(i)
		if i%10 == 3 {
			want = ""
		}
		if got := read(t, f, strconv.Itoa(i)); got != want {
			t.Errorf("key %d holds %q, want %q", i, got, want)
		}
	}
}

// The version grows with every commit of any kind, and not with reading.
func TestVersion(t *testing.T) {
	f := fileOf(t, opened(t, t.TempDir()), "things")
	last, err := f.Version()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func() error{
		"commit": func() error { return f.Commit(set("a", "b")) },
		"drop":   func() error { return f.Drop("b") },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		read(t, f, "a")
		now, err := f.Version()
		if err != nil || now <= last {
			t.Errorf("%s: %d after %d, %v", name, now, last, err)
		}
		if again, _ := f.Version(); again != now {
			t.Errorf("%d became %d by itself", now, again)
		}
		last = now
	}
	f.broken.Store(true)
	if _, err := f.Version(); sdk.ClassOf(err) != sdk.IOError {
		t.Errorf("a damaged file has a version: %v", err)
	}
}

func TestClosed(t *testing.T) {
	s := opened(t, t.TempDir())
	f := fileOf(t, s, "things")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(set("a", "b")); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("commit: %v", err)
	}
	if err := f.View(func(*bbolt.Tx) error { return nil }); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("view: %v", err)
	}
	if _, err := s.File("others"); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("file: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

func TestNounNames(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, noun := range []string{"", "../x", "A", "a/b", "x", ".hidden"} {
		if _, err := s.File(noun); sdk.ClassOf(err) != sdk.ContractViolation {
			t.Errorf("%q: %v", noun, err)
		}
	}
}

// filled makes a store of some size, a snapshot of it, and closes it.
func filled(t *testing.T, data string) {
	t.Helper()
	s := opened(t, data)
	f := fileOf(t, s, "things")
	for i := range 40 {
		err := f.Commit(func(tx *bbolt.Tx) error {
			for j := range 25 {
				if err := set(fmt.Sprintf("%03d-%03d", i, j), strings.Repeat("v", 200))(tx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Snapshot(context.Background(), "manual", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// use reads and writes everything, so that damage anywhere is met; it returns the first error.
func use(s *Folder) error {
	f, err := s.File("things")
	if err != nil {
		return err
	}
	err = f.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("b"))
		if b == nil {
			return nil
		}
		return b.ForEach(func(k, v []byte) error {
			_ = bytes.Count(v, []byte("v"))
			return nil
		})
	})
	if err == nil {
		err = f.Commit(set("020-zzz", "new"))
	}
	if err == nil {
		err = errors.Join(s.Check()...)
	}
	return err
}

// Damage by power loss: pages flipped or cut off. The process lives, the error names the snapshot to go
// back to, and going back works.
func TestField_STORE_04(t *testing.T) {
	origin := t.TempDir()
	filled(t, origin)
	whole, err := os.ReadFile(filepath.Join(origin, "store", "things.db"))
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	random := rand.New(rand.NewPCG(1, 2))
	damage := map[string]func([]byte) []byte{
		"empty page 0 and 1": func(b []byte) []byte { clear(b[:2*page]); return b },
		"emptied":            func([]byte) []byte { return nil },
		"cut in half":        func(b []byte) []byte { return b[:len(b)/2/page*page] },
		"cut to two pages":   func(b []byte) []byte { return b[:2*page] },
		"text":               func([]byte) []byte { return []byte(strings.Repeat("not a database", 1000)) },
		"wrong page numbers": func(b []byte) []byte {
			for p := 2; p < len(b)/page; p++ {
				binary.LittleEndian.PutUint64(b[p*page:], 1<<40)
			}
			return b
		},
		"all data pages random": func(b []byte) []byte {
			for i := 2 * page; i < len(b); i++ {
				b[i] = byte(random.Uint32())
			}
			return b
		},
	}
	met := 0
	for name, spoil := range damage {
		data := t.TempDir()
		if err := os.CopyFS(data, os.DirFS(origin)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(data, "store", "things.db")
		if err := os.WriteFile(path, spoil(bytes.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(data)
		if err != nil {
			t.Fatal(err)
		}
		err = use(s)
		var e *sdk.Error
		if !errors.As(err, &e) || e.Code != "store_damaged" || e.Params["snapshot"] == "" || e.Params["file"] != path {
			t.Errorf("%s: %v", name, err)
			s.Close()
			continue
		}
		if again := use(s); sdk.ClassOf(again) != sdk.IOError {
			t.Errorf("%s: the second use says %v", name, again)
		}
		_ = s.Close() // may report the damage
		met++
		aside, err := Restore(data, e.Params["snapshot"], time.Now())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := os.Stat(filepath.Join(aside, "things.db")); err != nil {
			t.Errorf("%s: the damaged file is gone: %v", name, err)
		}
		s = opened(t, data)
		if got := read(t, fileOf(t, s, "things"), "039-024"); len(got) != 200 {
			t.Errorf("%s: after restoring %q", name, got)
		}
		if err := use(s); err != nil {
			t.Errorf("%s: after restoring: %v", name, err)
		}
		s.Close()
	}
	if met != len(damage) {
		t.Errorf("%d of %d damages were met", met, len(damage))
	}
}

// Flipped bytes anywhere never end the process, and never make it hang.
func TestFlippedBytes(t *testing.T) {
	origin := t.TempDir()
	filled(t, origin)
	whole, err := os.ReadFile(filepath.Join(origin, "store", "things.db"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 60 {
		data := t.TempDir()
		if err := os.MkdirAll(filepath.Join(data, "store"), 0o700); err != nil {
			t.Fatal(err)
		}
		spoiled := bytes.Clone(whole)
		page := os.Getpagesize()
		at := random.IntN(len(spoiled)/page) * page
		for range 8 { // in the header and index of a page, where it hurts
			spoiled[at+random.IntN(64)] ^= byte(1 << random.IntN(8))
		}
		if err := os.WriteFile(filepath.Join(data, "store", "things.db"), spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := use(s); err != nil {
			found++
			if sdk.ClassOf(err) != sdk.IOError {
				t.Errorf("page %d: %v", at/page, err)
			}
		}
		_ = s.Close()
	}
	if found == 0 {
		t.Error("no damage was ever noticed")
	}
}

func TestSnapshotIsOneInstant(t *testing.T) {
	data := t.TempDir()
	s := opened(t, data)
	a, b := fileOf(t, s, "first"), fileOf(t, s, "second")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { // b is always written after a: a snapshot may never hold b ahead of a
		for i := 1; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := errors.Join(a.Commit(set("n", fmt.Sprintf("%06d", i))), b.Commit(set("n", fmt.Sprintf("%06d", i)))); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range 10 {
		snap, err := s.Snapshot(context.Background(), "daily", time.Unix(int64(i), 0))
		if err != nil {
			t.Fatal(err)
		}
		var got [2]string
		for j, noun := range []string{"first", "second"} {
			db, err := bbolt.Open(filepath.Join(data, "snapshots", snap.Name, noun+".db"), 0o600, &bbolt.Options{ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			_ = db.View(func(tx *bbolt.Tx) error {
				if bucket := tx.Bucket([]byte("b")); bucket != nil {
					got[j] = string(bucket.Get([]byte("n")))
				}
				return nil
			})
			db.Close()
		}
		if got[1] > got[0] {
			t.Errorf("snapshot %d holds %s and then %s", i, got[0], got[1])
		}
	}
	close(stop)
	wg.Wait()
}

// Before a new version touches the data a snapshot is taken, and kept through any number of later ones
// until it is confirmed; restoring it brings everything back.
func TestField_STORE_10(t *testing.T) {
	data := t.TempDir()
	ctx := context.Background()
	s := opened(t, data)
	if snap, err := s.Upgrade(ctx, "1.0.0", time.Unix(1, 0)); err != nil || snap != nil {
		t.Fatalf("first start: %v %v", snap, err)
	}
	if err := fileOf(t, s, "channels").Commit(set("telegram", "configured")); err != nil {
		t.Fatal(err)
	}
	s.Close()

	s = opened(t, data)
	if snap, err := s.Upgrade(ctx, "1.0.0", time.Unix(2, 0)); err != nil || snap != nil {
		t.Fatalf("same version: %v %v", snap, err)
	}
	before, err := s.Upgrade(ctx, "2.0.0", time.Unix(3, 0))
	if err != nil || before == nil || before.Version != "1.0.0" || !before.Keep {
		t.Fatalf("upgrade: %+v %v", before, err)
	}
	err = fileOf(t, s, "channels").Commit(func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("b")) }) // the new version wipes it
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		if _, err := s.Snapshot(ctx, "daily", time.Unix(int64(10+i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Restore(data, before.Name, time.Unix(99, 0)); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("restored under a running instance: %v", err)
	}
	s.Close()
	if err := Prune(data, 2); err != nil {
		t.Fatal(err)
	}
	all, err := Snapshots(data)
	if err != nil || len(all) != 3 || all[0].Name != before.Name {
		t.Fatalf("after pruning: %v %v", all, err)
	}
	if _, err := Restore(data, before.Name, time.Unix(99, 0)); err != nil {
		t.Fatal(err)
	}
	s = opened(t, data)
	if got := read(t, fileOf(t, s, "channels"), "telegram"); got != "configured" {
		t.Errorf("after restoring: %q", got)
	}
	if again, err := s.Upgrade(ctx, "2.0.0", time.Unix(100, 0)); err != nil || again == nil || again.Version != "1.0.0" {
		t.Errorf("the restored data is of version 1.0.0: %+v %v", again, err)
	}
	s.Close()
	for _, name := range []string{before.Name, "absent", "../store", ""} {
		err := Confirm(data, name)
		if (err == nil) != (name == before.Name) {
			t.Errorf("confirm %q: %v", name, err)
		}
	}
	if err := Prune(data, 1); err != nil {
		t.Fatal(err)
	}
	if all, err = Snapshots(data); err != nil || len(all) != 1 {
		t.Errorf("after confirming: %v %v", all, err)
	}
}

func TestDamagedSnapshotChangesNothing(t *testing.T) {
	data := t.TempDir()
	filled(t, data)
	all, err := Snapshots(data)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	path := filepath.Join(data, "snapshots", all[0].Name, "things.db")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var e *sdk.Error
	if _, err := Restore(data, all[0].Name, time.Now()); !errors.As(err, &e) || e.Code != "snapshot_damaged" {
		t.Errorf("restored: %v", err)
	}
	if got := read(t, fileOf(t, opened(t, data), "things"), "000-000"); len(got) != 200 {
		t.Errorf("the store changed: %q", got)
	}
}
