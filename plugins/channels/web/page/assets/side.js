// The list of conversations.
import { el, label, moment, say } from "./text.js";

const DAY = 86400000;

export class Side {
  #list; #none; #act; #known = []; #current = ""; #fresh = new Set(); #busy = new Set(); #waits = new Map();

  /** act: {open(id), rename(thread), remove(thread)} */
  constructor(list, none, act) { this.#list = list; this.#none = none; this.#act = act; }

  get known() { return this.#known; }

  thread(id) { return this.#known.find((c) => c.id === id); }

  show(conversations) {
    this.#known = conversations;
    this.#busy = new Set(conversations.filter((c) => c.busy).map((c) => c.id));
    this.#draw();
  }

  current(id) {
    this.#current = id;
    this.#fresh.delete(id);
    this.#draw();
  }

  /** heard notes what happened in a conversation that is not open here. */
  heard(id, kind) {
    if (kind === "turn_started") this.#busy.add(id);
    if (kind === "final") {
      this.#busy.delete(id);
      this.#fresh.add(id);
    }
    this.#draw();
  }

  /** waiting says how many questions are open in each conversation. */
  waiting(counts) {
    this.#waits = counts;
    this.#draw();
  }

  #draw() {
    const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const rows = [];
    let group = "";
    for (const c of this.#known) {
      const next = age(c.updated);
      if (next !== group) rows.push(say(el("li", "group"), `side.${next}`));
      group = next;
      rows.push(this.#row(c));
    }
    this.#list.replaceChildren(...rows);
    this.#none.hidden = this.#known.length > 0;
    if (focused) this.#list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #row(c) {
    const open = el("button", "thread", el("span", "name", c.title || "…"));
    open.type = "button";
    open.dataset.key = `open ${c.id}`;
    open.title = `${c.title}\n${moment(c.updated)}`;
    if (c.id === this.#current) open.setAttribute("aria-current", "page");
    for (const [set, key, mark] of [[this.#waits.has(c.id), "side.waits", "waits"], [this.#busy.has(c.id), "side.busy", "busy"], [this.#fresh.has(c.id), "side.unread", "unread"]]) {
      if (!set) continue;
      open.append(el("span", `mark-${mark}`), say(el("span", "sr"), key));
      break;
    }
    open.addEventListener("click", () => this.#act.open(c.id));
    const row = el("li", "row", open, this.#tool(c, "conversation.rename", "pen", this.#act.rename),
      this.#tool(c, "conversation.delete", "bin", this.#act.remove));
    row.dataset.conversation = c.id;
    return row;
  }

  #tool(c, key, drawing, press) {
    const b = label(el("button", "quiet tool", icon(drawing)), key);
    b.type = "button";
    b.dataset.key = `${key} ${c.id}`;
    b.addEventListener("click", () => press(c));
    return b;
  }
}

function age(updated) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const then = new Date(updated).getTime();
  if (then >= midnight) return "today";
  return then >= midnight - 6 * DAY ? "week" : "earlier";
}

/** icon is one of the drawings the document brings. */
export function icon(name) {
  return document.getElementById("icons").content.querySelector(`[data-icon="${name}"]`).cloneNode(true);
}
