package chat

import (
	"context"
	"flag"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// step is one thing done to a page.
type step = chromedp.Action[chromedp.Void]

var shots = flag.String("shots", "", "folder that receives screenshots of the page")

// chromium starts one browser for all tests of the package.
var chromium struct {
	once   sync.Once
	ctx    context.Context
	cancel []context.CancelFunc
	dir    string
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	for i := len(chromium.cancel) - 1; i >= 0; i-- {
		chromium.cancel[i]()
	}
	if chromium.dir != "" {
		os.RemoveAll(chromium.dir)
	}
	os.Exit(code)
}

func launch(binary string) {
	if chromium.dir, chromium.err = os.MkdirTemp("", "chromium-"); chromium.err != nil {
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(binary), chromedp.UserDataDir(chromium.dir), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(60*time.Second))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	var end context.CancelFunc
	chromium.ctx, end = chromedp.NewContext(allocator)
	chromium.cancel = append(chromium.cancel, stop, end)
	chromium.err = chromedp.Do(chromium.ctx)
}

// window is a page in a browser profile of its own.
type window struct {
	t     *testing.T
	ctx   context.Context
	mu    sync.Mutex
	wrong []string // uncaught exceptions
}

func openWindow(t *testing.T) *window {
	t.Helper()
	var binary string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			binary = found
			break
		}
	}
	if binary == "" {
		t.Skip("no chromium or chrome binary on PATH")
	}
	chromium.once.Do(func() { launch(binary) })
	if chromium.err != nil {
		t.Fatalf("start %s: %v", binary, chromium.err)
	}
	return (&window{t: t, ctx: chromium.ctx}).another(chromedp.WithNewBrowserContext())
}

// another opens one more tab; without options it shares the profile.
func (w *window) another(options ...chromedp.ContextOption) *window {
	ctx, cancel := chromedp.NewContext(w.ctx, options...)
	w.t.Cleanup(cancel)
	n := &window{t: w.t, ctx: ctx}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Exception != nil {
				n.mu.Lock()
				n.wrong = append(n.wrong, m.Text)
				n.mu.Unlock()
			}
		}
	}()
	n.do(chromedp.EmulateViewport(1100, 800))
	return n
}

func (w *window) do(steps ...step) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		w.t.Fatalf("%v\npage says:\n%s", err, w.text())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.wrong) > 0 {
		w.t.Fatalf("the page threw %s", strings.Join(w.wrong, "; "))
	}
}

func (w *window) click(selector string) { w.t.Helper(); w.do(chromedp.Click(chromedp.CSS(selector))) }

func (w *window) open(address string) { w.t.Helper(); w.do(chromedp.Navigate(address)) }

func (w *window) text() string {
	text, err := chromedp.Run(w.ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body?.innerText`))
	if err != nil {
		return err.Error()
	}
	return text
}

// is waits until a script expression is true; navigation may come between.
func (w *window) is(expression string) {
	w.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		if ok, err := chromedp.Run(w.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); err == nil && ok {
			return
		}
	}
	w.t.Fatalf("never true: %s\npage says:\n%s", expression, w.text())
}

func (w *window) value(expression string) string {
	w.t.Helper()
	v, err := chromedp.Run(w.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}

func (w *window) run(script string) { w.t.Helper(); w.value("(() => {" + script + "})()") }

func (w *window) signIn(base, token string) {
	w.t.Helper()
	w.open(base + "/signin?t=" + token)
	w.click(`button.primary`)
	w.is(`document.querySelector("#state")?.dataset.state === "online"`)
}

func (w *window) say(text string) {
	w.t.Helper()
	w.do(chromedp.SendKeys(chromedp.CSS("#text"), text), enter(0))
}

// enter presses the key as a keyboard does: the character follows only when the page lets the key through.
func enter(modifier chromedp.Modifier) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		p := input.DispatchKeyEventParams{Type: "keyDown", Key: "Enter", Code: "Enter", Text: "\r", UnmodifiedText: "\r",
			WindowsVirtualKeyCode: 13, Modifiers: int64(modifier)}
		if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, p); err != nil {
			return err
		}
		p.Type, p.Text, p.UnmodifiedText = "keyUp", "", ""
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, p)
		return err
	})
}

func (w *window) shot(name string) {
	w.t.Helper()
	if *shots == "" {
		return
	}
	time.Sleep(250 * time.Millisecond)
	png, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func dark() step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
		return err
	})
}

func phone() step { return chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile) }

func language(lang string) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}})
		return err
	})
}

// cable is a TCP connection between browser and channel that can be cut, and can swallow everything.
type cable struct {
	net.Listener
	to    string
	mu    sync.Mutex
	cut   bool
	hole  bool
	conns []net.Conn
}

func newCable(t *testing.T, to string) *cable {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: l, to: to}
	t.Cleanup(func() { l.Close(); c.set(true, false) })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go c.join(near)
		}
	}()
	return c
}

func (c *cable) join(near net.Conn) {
	far, err := net.Dial("tcp", c.to)
	if err != nil {
		near.Close()
		return
	}
	c.mu.Lock()
	if c.cut {
		near.Close()
		far.Close()
	}
	c.conns = append(c.conns, near, far)
	c.mu.Unlock()
	go c.copy(near, far)
	c.copy(far, near)
}

func (c *cable) copy(to, from net.Conn) {
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			to.Close()
			return
		}
		c.mu.Lock()
		swallow := c.hole
		c.mu.Unlock()
		if !swallow {
			to.Write(buffer[:n])
		}
	}
}

// set cuts every connection and refuses new ones, or swallows their bytes, until set again.
func (c *cable) set(cut, hole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut, c.hole = cut, hole
	if cut {
		for _, conn := range c.conns {
			conn.Close()
		}
		c.conns = nil
	}
}
