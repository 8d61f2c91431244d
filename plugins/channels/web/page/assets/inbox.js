// What waits for the person, wherever it was asked.
import { el, moment, number, say } from "./text.js";
import { approval, question } from "./cards.js";

export class Inbox {
  #dialog; #list; #none; #count; #act; #waiting = [];

  /** act: {decide(proposal, choice), reply(dialog, value), drop(dialog), open(conversation), title(conversation), changed()} */
  constructor(ids, act) {
    [this.#dialog, this.#list, this.#none, this.#count] = ids.map((id) => document.getElementById(id));
    this.#act = act;
  }

  get size() { return this.#waiting.length; }

  /** show takes the list of what waits: {conversation, title, turn, created, proposal|dialog}. */
  show(waiting) {
    const before = this.#waiting.map(name).join();
    this.#waiting = waiting;
    this.#count.hidden = waiting.length === 0;
    this.#count.textContent = number(waiting.length);
    this.#none.hidden = waiting.length > 0;
    const counts = new Map();
    for (const w of waiting) counts.set(w.conversation, (counts.get(w.conversation) ?? 0) + 1);
    if (waiting.map(name).join() !== before) this.#draw();
    return counts;
  }

  open() {
    this.#draw();
    this.#dialog.showModal();
  }

  close() { if (this.#dialog.open) this.#dialog.close(); }

  #draw() {
    const open = new Map([...this.#list.children].map((e) => [e.dataset.name, e]));
    this.#list.replaceChildren(...this.#waiting.map((w) => open.get(name(w)) ?? this.#entry(w)));
  }

  #entry(w) {
    const go = say(el("button", "link"), "inbox.go");
    go.type = "button";
    go.addEventListener("click", () => { this.close(); this.#act.open(w.conversation); });
    const where = el("div", "where", el("strong", "", w.title || "…"), el("span", "aside", moment(w.created)), go);
    const done = (answer) => answer.finally(() => this.#act.changed());
    const card = w.proposal ? approval(w.proposal, (choice) => done(this.#act.decide(w.proposal, choice)))
      : question(w.dialog, (value) => done(this.#act.reply(w.dialog, value)), true);
    if (w.dialog) {
      const drop = say(el("button", "link"), "inbox.drop");
      drop.type = "button";
      drop.addEventListener("click", () => { drop.disabled = true; done(this.#act.drop(w.dialog)).catch(() => { drop.disabled = false; }); });
      where.append(drop);
    }
    const entry = el("section", "entry", where, card);
    entry.dataset.name = name(w);
    return entry;
  }
}

const name = (w) => (w.proposal ?? w.dialog)?.id ?? "";
