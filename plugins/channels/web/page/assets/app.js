// Wires the connection to the page.
import { el, label, language, number, say, setLanguage, t } from "./text.js";
import { Link, newId } from "./link.js";
import { View } from "./view.js";
import { Side } from "./side.js";
import { Inbox } from "./inbox.js";
import { Palette } from "./palette.js";
import { Tray, through } from "./files.js";
import { Settings } from "./settings.js";
import { confirm, notice, prompt } from "./ask.js";
import { copy, tell } from "./copy.js";

const $ = (id) => document.getElementById(id);
const log = $("log"), text = $("text"), state = $("state"), latest = $("latest");
const CONVERSATION = "metnos.conversation";
const THEMES = ["auto", "light", "dark"];

// A tab stays with its conversation; a new tab takes up the one that was open last. The first run names its own.
function recall() {
  const named = document.body.dataset.talk;
  if (named) {
    history.replaceState(null, "", location.pathname);
    return named;
  }
  for (const store of [() => sessionStorage, () => localStorage]) {
    try {
      const id = store().getItem(CONVERSATION);
      if (/^c_[A-Za-z0-9_-]{5,94}$/.test(id ?? "")) return id;
    } catch { /* private mode: this page only */ }
  }
  return `c_${newId()}`;
}
function keep(id) {
  for (const store of [() => sessionStorage, () => localStorage]) {
    try { store().setItem(CONVERSATION, id); } catch { /* the same */ }
  }
}

let current = recall();
keep(current);

const reply = (dialog, value) => link.send({ type: "reply", dialog: dialog.id, values: { value } });
const decide = (proposal, choice) => link.send({ type: "decide", proposal: proposal.id, digest: proposal.digest, choice });

const view = new View(log, {
  decide, reply, retry: submit,
  cancel: (turn) => link.send({ type: "cancel", turn }),
  feedback: (turn, good) => link.send({ type: "feedback", turn, good }),
  undo: (turn) => link.call("changes.undo", { id: newId(), conversation: current, turn, lang: language() }),
});

const side = new Side($("threads"), $("no-threads"), {
  open: (id) => { drawer(false); open(id); },
  async rename(c) {
    const title = await prompt("conversation.rename", c.title, "save");
    if (title) link.call("conversations.rename", { conversation: c.id, title }).then(refreshThreads, refused);
  },
  async remove(c) {
    if (!await confirm("conversation.delete", "conversation.gone", "conversation.delete", { title: c.title })) return;
    link.call("conversations.delete", { conversation: c.id }).then(refreshThreads, refused);
  },
});

const inbox = new Inbox(["inbox", "inbox-list", "inbox-none", "inbox-count"], { decide, reply, drop: (dialog) => link.call("approvals.drop", { dialog: dialog.id }), open, changed: refreshInbox });

function refused(fault) { notice("failed.title", el("p", "", t(fault.code in FAULTS ? FAULTS[fault.code] : `error.${fault.class}`))); }
const FAULTS = { thread_busy: "conversation.busy", thread_title: "conversation.title" };

const link = new Link({
  state(name) {
    state.dataset.state = name;
    say($("state-text"), `state.${name}`);
    if (name === "signedout") location.assign("/signin");
    if (name !== "online") return;
    welcome();
    refreshThreads();
    refreshInbox();
    refreshChanges();
    refreshRated();
    settings.menu();
  },
  event(event, rich) {
    view.event(event, rich);
    welcome();
    if (!pinned && !settings.open) latest.hidden = false;
    heard(event.kind);
  },
  rewound() { view.clear(); },
  elsewhere(conversation, kind) {
    if (kind === "deleted" && conversation === current) fresh();
    if (conversation !== current) side.heard(conversation, kind);
    heard(kind);
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

through((method, params) => link.call(method, params));
const tray = new Tray($("tray"), $("clip"), $("pick"), () => document.querySelector('form[action="/signout"] input').value, (path) => {
  const words = /\s/.test(path) ? `"${path}"` : path;
  text.setRangeText(`${text.value && !/\s$/.test(text.value) ? " " : ""}${words} `, text.selectionEnd, text.selectionEnd, "end");
  grow();
  text.focus();
});

// Several events in a row ask once.
function soon(ask) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  };
}
const threadsSoon = soon(refreshThreads), inboxSoon = soon(refreshInbox), changesSoon = soon(refreshChanges);

function heard(kind) {
  if (state.dataset.state !== "online") return; // coming back asks for all of it
  if (["turn_started", "final", "renamed", "deleted"].includes(kind)) threadsSoon();
  if (["proposal", "dialog", "final", "deleted"].includes(kind)) inboxSoon();
  if (kind === "final") changesSoon();
}

function refreshThreads() {
  return link.call("conversations.list", { query: $("find").value.trim() }).then(({ conversations = [] }) => {
    side.show(conversations);
    entitle();
  }, () => {});
}

function refreshInbox() {
  return link.call("approvals.list").then(({ waiting = [] }) => {
    side.waiting(inbox.show(waiting));
    if (waiting.length) label($("inbox-open"), "inbox.some", { n: number(waiting.length) });
    else label($("inbox-open"), "inbox.open");
  }, () => {});
}

function refreshChanges() {
  const asked = current;
  return link.call("changes.list", { conversation: asked }).then(({ changes = [] }) => {
    if (asked === current) view.takeable(changes.flatMap((c) => c.turns));
  }, () => {});
}

function refreshRated() {
  return link.call("ratings.list").then(({ rated = [] }) => view.rated(rated), () => {});
}

function entitle() {
  if (settings.open) return;
  const title = side.thread(current)?.title;
  if (title) {
    delete $("title").dataset.t;
    $("title").textContent = title;
  } else say($("title"), "conversation.untitled");
  document.title = title ? `${title} · metnos` : "metnos";
}

/** open shows a conversation. */
function open(id) {
  leave();
  if (id !== current) {
    current = id;
    keep(id);
    view.clear();
    pinned = true;
    $("welcome").hidden = true;
    state.dataset.state = "connecting";
    link.follow(id);
  }
  side.current(id);
  entitle();
  text.focus();
}

function fresh() {
  open(`c_${newId()}`);
  welcome();
}

function track(request, answer) {
  view.mine(request.id, request.text);
  answer.then((ack) => view.sent(request.id, ack.turn), (fault) => view.failed(request.id, fault));
}

let said = "";
function submit(words) {
  words = words.trim();
  if (!words) return;
  said = words;
  const request = { id: newId(), type: "submit", conversation: current, text: words };
  track(request, link.send(request));
  welcome();
  pinned = true;
}

const atEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 120;
function toEnd() {
  latest.hidden = true;
  scrollTo({ top: document.documentElement.scrollHeight });
  height = scrollY;
}
// A window that shows the end goes on showing it. However many events come with a frame, they are measured once.
// Only who scrolls up leaves it: what comes in the meantime moves it away, too.
let pinned = true, height = 0; // px from the top, when last looked
new ResizeObserver(() => { if (pinned && !settings.open) toEnd(); }).observe(log);
latest.addEventListener("click", toEnd);
addEventListener("scroll", () => {
  if (settings.open) return;
  pinned = atEnd() || pinned && scrollY >= height;
  height = scrollY;
  if (pinned) latest.hidden = true;
}, { passive: true });

// The settings take the place of the conversation, which goes on; the address says which page.
const settings = new Settings($("settings"), $("pages"), {
  call: (method, params) => link.call(method, params),
  entitle: (title) => { delete $("title").dataset.t; $("title").textContent = title; document.title = `${title} · metnos`; },
  leave: () => { go("/"); text.focus(); },
});
function go(path) {
  if (location.pathname !== path) history.pushState(null, "", path);
  locate();
}
function locate() {
  const at = /^\/settings(?:\/([a-z0-9/-]*))?$/.exec(location.pathname);
  document.body.classList.toggle("set", Boolean(at));
  for (const id of ["settings", "pages"]) $(id).hidden = !at;
  for (const id of ["talks", "log", "composer", "to-settings"]) $(id).hidden = Boolean(at);
  drawer(false);
  if (at) {
    $("welcome").hidden = latest.hidden = true;
    settings.show(at[1] ?? "");
    scrollTo({ top: 0 });
    return;
  }
  settings.close();
  entitle();
  welcome();
}
function leave() { if (settings.open) go("/"); }
addEventListener("popstate", locate);
document.addEventListener("click", (e) => {
  const a = e.target.closest?.('a[href^="/settings"]');
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
  e.preventDefault();
  go(a.getAttribute("href"));
  $("settings").querySelector("h2, .place")?.focus?.();
});

function welcome() { $("welcome").hidden = settings.open || !view.empty || state.dataset.state === "connecting" && !$("chips").childElementCount; }

function suggest() {
  link.call("catalog.suggestions", { lang: language() }).then(({ suggestions = [] }) => {
    $("chips").replaceChildren(...suggestions.slice(0, 6).map((words) => {
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
  tray.clear();
  text.value = "";
  grow();
  text.focus();
});
text.addEventListener("keydown", (e) => {
  if (e.isComposing) return;
  if (e.key === "ArrowUp" && !text.value && said) {
    e.preventDefault();
    text.value = said;
    grow();
  }
  if (e.key !== "Enter" || e.shiftKey) return;
  e.preventDefault();
  $("composer").requestSubmit();
});
function grow() {
  text.style.height = "auto";
  text.style.height = `${text.scrollHeight}px`;
}
text.addEventListener("input", grow);

// The drawer with the conversations, on a narrow screen.
function drawer(out) {
  $("side").classList.toggle("out", out);
  $("scrim").hidden = !out;
  $("side-open").setAttribute("aria-expanded", String(out));
  if (out) $("side-close").focus();
}
$("side-open").addEventListener("click", () => drawer(true));
for (const id of ["side-close", "scrim"]) $(id).addEventListener("click", () => { drawer(false); $("side-open").focus(); });

$("fresh").addEventListener("click", () => { drawer(false); fresh(); });
$("find").addEventListener("input", soon(() => refreshThreads().then(() => tell("side.found", { n: side.known.length }))));
$("inbox-open").addEventListener("click", () => inbox.open());
$("inbox-close").addEventListener("click", () => inbox.close());

function switchLanguage() {
  setLanguage(language() === "it" ? "en" : "it");
  link.call("preferences.set", { lang: language() }).catch(() => {});
  side.show(side.known);
  entitle();
  settings.menu();
  suggest();
}
$("language").addEventListener("click", switchLanguage);

function wear(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  label($("theme"), `theme.${theme}`);
}
function nextTheme() {
  const worn = document.documentElement.dataset.theme ?? "auto";
  const theme = THEMES[(THEMES.indexOf(worn) + 1) % THEMES.length];
  document.cookie = `metnos_theme=${theme}; path=/; max-age=31536000; samesite=strict`;
  wear(theme);
}
$("theme").addEventListener("click", nextTheme);
wear(document.documentElement.dataset.theme ?? "auto");

function shortcuts() {
  const rows = [["Ctrl K", "palette.open"], ["/", "composer.label"], ["↑", "shortcut.recall"], ["?", "shortcuts"], ["Esc", "close"]];
  notice("shortcuts", el("dl", "keys", ...rows.flatMap(([key, words]) => [el("dt", "", el("kbd", "", key)), say(el("dd"), words)])));
}

// Other words some pages are looked for with.
const PAGES = new Map([["memory/preferences", () => t("palette.preferences")], ["activity/tasks", () => t("palette.tasks")], ["activity/turns", () => t("palette.turns")]]);
const palette = new Palette(() => [
  { name: t("conversation.new"), run: fresh },
  { name: t("file.attach"), also: t("palette.file"), run: () => { leave(); $("clip").click(); } },
  { name: t("inbox.open"), hint: inbox.size ? String(inbox.size) : "", run: () => inbox.open() },
  { name: t("side.find"), run: () => { leave(); drawer(innerWidth < 920); $("find").focus(); } },
  { name: t("composer.label"), hint: "/", run: () => { leave(); text.focus(); } },
  ...(view.last ? [{ name: t("copy.answer"), run: () => copy(view.last.prose.innerText) }, { name: t("retry"), run: () => submit(view.last.text) }] : []),
  { name: t("theme.next"), also: t("palette.theme"), run: nextTheme },
  { name: t("language.switch"), also: t("palette.language"), run: switchLanguage },
  { name: t("shortcuts"), hint: "?", run: shortcuts },
  { name: t("signout"), run: () => document.querySelector('form[action="/signout"]').requestSubmit() },
  ...settings.pages.map((p) => ({ name: p.place, also: PAGES.get(p.route)?.() ?? "", hint: t("settings"), run: () => go(`/settings/${p.route}`) })),
  ...side.known.map((c) => ({ name: c.title, hint: t("conversation"), run: () => open(c.id) })),
]);
$("palette-open").addEventListener("click", () => palette.toggle());

addEventListener("keydown", (e) => {
  if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === "k") {
    e.preventDefault();
    palette.toggle();
    return;
  }
  if (e.key === "Escape" && $("side").classList.contains("out")) drawer(false);
  const typing = e.target.closest?.("input, textarea, select, dialog[open]");
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "/") {
    e.preventDefault();
    leave();
    text.focus();
  } else if (e.key === "?") shortcuts();
});

side.current(current);
locate();
link.start(current);
if (!settings.open) text.focus();
