import { answer, works } from "./passkey.js";

// A click on a link in another site arrives without our strict cookie. This page is our own, so its
// request carries the cookie: whoever is signed in already goes straight on.
if ("lookForSession" in document.body.dataset) {
  fetch("/session", { credentials: "same-origin" })
    .then((r) => { if (r.status === 204) location.replace("/"); })
    .catch(() => {});
}
// The token stays out of history and of anything that shows the address; the form has it.
if (location.search) history.replaceState(null, "", "/signin");

const way = document.getElementById("passkey");
if (way && works()) {
  const button = way.querySelector("button"), said = way.querySelector('[role="status"]');
  const post = (path, body) => fetch(path, { method: "POST", credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-Form": way.dataset.form }, body: JSON.stringify(body) });
  const say = (key) => { said.textContent = way.dataset[key] ?? ""; };
  way.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    say("wait");
    try {
      const begun = await post("/passkey/challenge", {});
      if (!begun.ok) return say(begun.status === 429 ? "throttled" : "refused");
      const { id, options } = await begun.json();
      let signed;
      try { signed = await answer(options); } catch { return say("stopped"); }
      const done = await post("/passkey/enter", { id, answer: signed });
      if (done.ok) return location.replace("/");
      say(done.status === 429 ? "throttled" : "refused");
    } catch {
      say("unavailable");
    } finally {
      button.disabled = false;
    }
  });
}
