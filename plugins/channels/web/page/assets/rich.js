// Draws the tree of an answer, element by element: text is only ever text.
import { el, label, say } from "./text.js";
import { copy } from "./copy.js";

const TAGS = {
  p: "p", ul: "ul", ol: "ol", li: "li", code: "code", strong: "strong", em: "em", del: "del", quote: "blockquote", hr: "hr", br: "br",
  tr: "tr", td: "td", th: "th",
};

/** build returns a fragment of a tree {t, x, h, l, n, k}. */
export function build(nodes = []) {
  const out = document.createDocumentFragment();
  for (const n of nodes ?? []) out.append(one(n));
  return out;
}

function one(n) {
  if (!n.t) return document.createTextNode(n.x ?? "");
  if (n.t === "pre") return code(words(n), n.l ?? "");
  if (n.t === "h") return el(`h${Math.min(6, 1 + (n.n ?? 1))}`, "", build(n.k));
  if (n.t === "table") return table(n.k ?? []);
  if (n.t === "a") return link(n);
  const e = el(TAGS[n.t] ?? "span", "", build(n.k));
  if (n.t === "ol" && n.n > 1) e.start = n.n;
  return e;
}

const words = (n) => (n.x ?? "") + (n.k ?? []).map(words).join("");

function link(n) {
  const a = el("a", "", build(n.k));
  if (/^\/settings(\/[a-z0-9-]+)*$/.test(n.h ?? "")) { // a page of our own opens in its place
    a.href = n.h;
    return a;
  }
  if (!/^(https?:\/\/|mailto:)/.test(n.h ?? "")) return el("span", "", build(n.k));
  a.href = n.h;
  a.rel = "noopener noreferrer nofollow";
  a.target = "_blank";
  return a;
}

function table([head, ...rows]) {
  const body = el("tbody", "", build(rows));
  const top = el("tr", "", ...(head?.k ?? []).map((c) => {
    const th = el("th", "", build(c.k));
    th.scope = "col";
    return th;
  }));
  const frame = el("div", "table written", el("table", "", el("thead", "", top), body));
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  return label(frame, "table.label");
}

/** code is text shown as it is written, with a button that copies it. */
export function code(text, lang) {
  const b = say(el("button", "link"), "copy");
  b.type = "button";
  b.addEventListener("click", () => copy(text));
  const pre = el("pre", "", el("code", "", text));
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  label(pre, "code.label");
  return el("div", "code", el("div", "code-head", el("span", "", lang), b), pre);
}
