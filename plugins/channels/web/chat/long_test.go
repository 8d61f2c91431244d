package chat

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// A long conversation opens at its end, whole; who reads further up is not moved by what comes.
func TestBrowserLongConversation(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"))
	w.signIn(r.base, "t1")
	const turns = 400
	store := func(n int) {
		turn := fmt.Sprintf("%016x", n+1)
		r.core.store("anna", talk, turn, "turn_started", map[string]string{"text": fmt.Sprintf("trova i pdf, la %dª volta", n+1)})
		r.core.store("anna", talk, turn, "plan", json.RawMessage(`{"origin":"compose","steps":[{"tool":"find_files"},{"tool":"sort_entries"}]}`))
		r.core.store("anna", talk, turn, "step", json.RawMessage(`{"n":1,"tool":"find_files","state":"running"}`))
		r.core.store("anna", talk, turn, "final", json.RawMessage(fmt.Sprintf(outcome, turn)))
	}
	for n := range turns {
		store(n)
	}
	w.run(`sessionStorage.setItem("metnos.conversation", "` + talk + `")`)
	w.do(chromedp.Reload())
	w.is(fmt.Sprintf(`document.querySelectorAll(".turn .feedback").length === %d && document.querySelector("#state").dataset.state === "online"`, turns))
	w.is(`(() => { const r = [...document.querySelectorAll(".turn")].at(-1).getBoundingClientRect(); return r.bottom <= innerHeight && r.bottom > 0; })()`)
	w.is(`document.querySelector("#latest").hidden`)

	w.run(`addEventListener("scroll", () => { window.moved = true; }, { once: true }); scrollTo(0, 3000)`)
	w.is(`window.moved`) // the page has heard of it
	w.is(`scrollY > 2000 && scrollY < 6000`)
	w.run(`window.at = scrollY`)
	r.core.emit("anna", talk, fmt.Sprintf("%016x", turns+1), "turn_started", map[string]string{"text": "e adesso?"})
	w.is(fmt.Sprintf(`document.querySelectorAll(".turn").length === %d && !document.querySelector("#latest").hidden`, turns+1))
	w.is(`Math.abs(scrollY - at) < 2000`)
	w.click("#latest")
	w.is(`(() => { const r = [...document.querySelectorAll(".turn")].at(-1).getBoundingClientRect(); return r.bottom <= innerHeight && r.bottom > 0; })()`)
}

// The first load of the chat, as a browser counts it: the document and all it asks for, as they were sent.
func TestBrowserFirstLoad(t *testing.T) {
	const limit = 150_000 // bytes
	w := openWindow(t)
	r := pageStart(t)
	w.signIn(r.base, "t1")
	w.is(`document.querySelector("#state")?.dataset.state === "online" && performance.getEntriesByType("resource").length > 10`)
	size, err := strconv.Atoi(w.value(`[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((sum, e) => sum + e.encodedBodySize, 0)`))
	if err != nil || size < limit/20 || size > limit {
		t.Errorf("%d bytes, %d are allowed: %v", size, limit, err)
	}
	t.Logf("the first load takes %d bytes", size)
}
