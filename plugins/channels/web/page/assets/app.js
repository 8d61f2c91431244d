// Wires the connection to the page.
import { el, language, say, setLanguage } from "./text.js";
import { Link, newId } from "./link.js";
import { View } from "./view.js";

const $ = (id) => document.getElementById(id);
const log = $("log"), text = $("text"), state = $("state"), latest = $("latest");
const CONVERSATION = "metnos.conversation";

function conversation(fresh = false) {
  let id = null;
  try { id = fresh ? null : localStorage.getItem(CONVERSATION); } catch { /* private mode: this tab only */ }
  if (!/^c_[A-Za-z0-9_-]{5,94}$/.test(id ?? "")) {
    id = `c_${newId()}`;
    try { localStorage.setItem(CONVERSATION, id); } catch { /* the same */ }
  }
  return id;
}

let current = conversation();

const view = new View(log, {
  decide: (proposal, choice) => link.send({ type: "decide", proposal: proposal.id, digest: proposal.digest, choice }),
  reply: (dialog, value) => link.send({ type: "reply", dialog: dialog.id, values: { value } }),
  cancel: (turn) => link.send({ type: "cancel", turn }),
  feedback: (turn, good) => link.send({ type: "feedback", turn, good }),
});

const link = new Link({
  state(name) {
    state.dataset.state = name;
    say($("state-text"), `state.${name}`);
    if (name === "signedout") location.assign("/signin");
    if (name === "online") welcome();
  },
  event(event) {
    const follow = atEnd();
    view.event(event);
    welcome();
    if (follow) toEnd();
    else latest.hidden = false;
  },
  hello({ name, lang }) {
    $("who").textContent = name;
    if (lang && lang !== language()) setLanguage(lang);
    suggest();
  },
  restored(request, answer) {
    if (request.type === "submit") track(request, answer);
    else answer.catch(() => {});
  },
});

function track(request, answer) {
  view.mine(request.id, request.text);
  answer.then((ack) => view.sent(request.id, ack.turn), (fault) => view.failed(request.id, fault));
}

function submit(words) {
  words = words.trim();
  if (!words) return;
  const request = { id: newId(), type: "submit", conversation: current, text: words };
  track(request, link.send(request));
  welcome();
  toEnd();
}

const atEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 120;
function toEnd() {
  latest.hidden = true;
  scrollTo({ top: document.documentElement.scrollHeight });
}
latest.addEventListener("click", toEnd);
addEventListener("scroll", () => { if (atEnd()) latest.hidden = true; }, { passive: true });

function welcome() { $("welcome").hidden = !view.empty; }

function suggest() {
  link.send({ type: "call", method: "catalog.suggestions", params: { lang: language() } }).then(({ result }) => {
    $("chips").replaceChildren(...(result?.suggestions ?? []).slice(0, 6).map((words) => {
      const b = el("button", "chip", words);
      b.type = "button";
      b.addEventListener("click", () => submit(words));
      return el("li", "", b);
    }));
  }, () => {});
}

$("composer").addEventListener("submit", (e) => {
  e.preventDefault();
  submit(text.value);
  text.value = "";
  grow();
  text.focus();
});
text.addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
  e.preventDefault();
  $("composer").requestSubmit();
});
function grow() {
  text.style.height = "auto";
  text.style.height = `${text.scrollHeight}px`;
}
text.addEventListener("input", grow);

$("fresh").addEventListener("click", () => {
  current = conversation(true);
  view.clear();
  link.follow(current);
  welcome();
  text.focus();
});

$("language").addEventListener("click", () => {
  setLanguage(language() === "it" ? "en" : "it");
  link.send({ type: "call", method: "preferences.set", params: { lang: language() } }).catch(() => {});
  suggest();
});

link.start(current);
text.focus();
