// The conversation as it is drawn: one article per turn, filled by events in any number, each once.
import { duration, el, has, label, moment, number, say } from "./text.js";
import { build } from "./rich.js";
import { copy } from "./copy.js";
import { icon } from "./side.js";
import { place } from "./table.js";
import { chart, named } from "./chart.js";
import { attached, gallery, taker, where } from "./files.js";
import { approval, ended, question, settle } from "./cards.js";

// told says whether a table holds only contents, which the message shows.
const told = (o) => o.framework?.shape === "text" && (o.table.columns ?? []).every((c) => ["text", "name", "path"].includes(c.key));

const STATES = ["running", "done", "failed", "uncertain", "skipped"];

export class View {
  #log; #turns = new Map(); #pending = new Map(); #ends = new Map(); #act; #takeable = new Set(); #rated = new Map();

  /** act: {decide, reply, cancel, feedback, undo}, each returning a promise, and retry(text) */
  constructor(log, act) { this.#log = log; this.#act = act; }

  /** last is the latest turn that came to its end. */
  get last() { return [...this.#turns.values()].findLast((t) => t.bar); }

  /** takeable says which turns can be taken back now. */
  takeable(names) {
    this.#takeable = new Set(names);
    for (const turn of this.#turns.values()) if (turn.back) turn.back.hidden = !this.#takeable.has(turn.name);
  }

  /** rated says what was thought of each turn: [{turn, good}]. */
  rated(list) {
    this.#rated = new Map(list.map(({ turn, good }) => [turn, good]));
    for (const turn of this.#turns.values()) if (turn.bar) this.#mark(turn, turn.bar);
  }

  #mark(turn, bar) {
    for (const b of bar.querySelectorAll("[aria-pressed]")) b.setAttribute("aria-pressed", String(this.#rated.get(turn.name) === (b.dataset.tLabel === "feedback.good")));
  }

  get empty() { return !this.#log.childElementCount; }

  clear() {
    this.#log.replaceChildren();
    this.#turns.clear();
    this.#pending.clear();
    this.#ends.clear();
    this.#takeable.clear();
  }

  /** mine shows a message that is on its way; sent and failed tell what became of it. */
  mine(id, text) {
    const turn = this.#make();
    this.#speak(turn, text);
    turn.said.classList.add("waiting");
    turn.note = say(el("p", "delivery"), "delivery.waiting");
    turn.article.insertBefore(turn.note, turn.reply);
    this.#pending.set(id, turn);
  }

  sent(id, name) {
    const turn = this.#pending.get(id);
    if (!turn) return;
    this.#pending.delete(id);
    this.#delivered(turn);
    const known = this.#turns.get(name);
    if (known && known !== turn) { // its events came first
      if (!known.text) this.#speak(known, turn.text);
      turn.article.remove();
      return;
    }
    this.#name(turn, name);
  }

  failed(id, fault) {
    const turn = this.#pending.get(id);
    if (!turn) return;
    this.#pending.delete(id);
    this.#delivered(turn);
    this.#problem(turn, fault);
  }

  event(e, rich) {
    const data = e.data ?? {};
    if (e.kind === "dialog" && data.state && data.state !== "open") {
      this.#ends.set(data.id, data);
      for (const c of this.#log.querySelectorAll(".card")) if ([c.dataset.proposal, c.dataset.dialog].includes(data.id)) ended(c, data);
      return; // whichever turn closed it, the card is the one that asked
    }
    const turn = this.#of(e.turn, data);
    switch (e.kind) {
      case "turn_started":
        if (data.text && !turn.text) this.#speak(turn, data.text);
        this.#settleCards(this.#log); // at most one question is open: a new turn answers or supersedes it
        this.#working(turn);
        break;
      case "plan": this.#plan(turn, data.steps ?? data.framework?.steps ?? []); break;
      case "step": this.#step(turn, data); break;
      case "delta":
        this.#hear(turn, data);
        break;
      case "proposal": this.#approval(turn, data); break;
      case "dialog": this.#question(turn, data); break;
      case "final": this.#final(turn, data, rich, e.at); break;
      case "notice": turn.article.append(el("p", "notice", String(data.message ?? data.text ?? ""))); break;
      case "error": this.#problem(turn, data); this.#rest(turn); break;
    }
  }

  // What is known of an answer before it is whole. A turn that had to begin anew tells it from the start.
  #hear(turn, { from, text = "" }) {
    const told = [...(turn.heard ?? "")];
    turn.heard = told.slice(0, from ?? told.length).join("") + text;
    turn.reply.hidden = false;
    turn.prose.classList.add("coming");
    turn.prose.textContent = turn.heard;
  }

  #make() {
    const article = el("article", "turn");
    const reply = el("div", "reply");
    const turn = { article, reply, steps: new Map(), prose: el("div", "prose"), said: null, text: "" };
    reply.hidden = true;
    reply.append(turn.prose);
    article.append(reply);
    this.#log.append(article);
    return turn;
  }

  // A turn's first event may overtake the acknowledgement that names it: then the oldest waiting message
  // with the same text is the one.
  #of(name = "", data) {
    let turn = this.#turns.get(name);
    if (turn) return turn;
    for (const [id, waiting] of this.#pending) {
      if (data.text === waiting.text) {
        turn = waiting;
        this.#pending.delete(id);
        this.#delivered(turn);
        break;
      }
    }
    turn ??= this.#make();
    this.#name(turn, name);
    return turn;
  }

  #name(turn, name) {
    turn.name = name;
    turn.article.dataset.turn = name;
    if (name) this.#turns.set(name, turn);
  }

  #speak(turn, text) {
    turn.text = text;
    turn.said = el("div", "said", text);
    turn.article.prepend(turn.said);
  }

  #delivered(turn) {
    turn.said?.classList.remove("waiting");
    turn.note?.remove();
  }

  #working(turn) {
    if (turn.article.hasAttribute("aria-busy")) return;
    turn.reply.hidden = false;
    turn.article.setAttribute("aria-busy", "true");
    turn.list ??= el("ol", "steps");
    const stop = say(el("button", "link stop"), "turn.cancel");
    stop.type = "button";
    stop.addEventListener("click", () => {
      stop.disabled = true;
      this.#act.cancel(turn.name).then(() => say(stop, "turn.cancelling"), () => { stop.disabled = false; });
    });
    turn.summary = say(turn.summary ?? el("summary"), "turn.thinking");
    turn.work ??= el("details", "work", turn.summary, turn.list);
    turn.work.append(stop);
    turn.work.open = true;
    turn.stop = stop;
    turn.reply.prepend(turn.work);
  }

  #plan(turn, steps) {
    this.#working(turn);
    say(turn.summary, "turn.working");
    steps.map((s) => s.tool ?? s).filter((tool) => tool !== "final_answer").forEach((tool, i) => this.#row(turn, i + 1, tool));
  }

  #row(turn, n, tool) {
    let row = turn.steps.get(n);
    if (!row) {
      row = { item: el("li", "step planned"), tool: el("code", "tool"), facts: el("span", "facts") };
      row.state = say(el("span", "sr"), "step.planned");
      row.item.append(el("span", "icon"), row.tool, " ", row.facts, row.state);
      turn.steps.set(n, row);
      turn.list.append(row.item);
    }
    if (tool) row.tool.textContent = tool;
    return row;
  }

  #step(turn, s) {
    this.#working(turn);
    const row = this.#row(turn, s.n, s.tool);
    // A finished step says only whether it went well; that its outcome is uncertain was said while it ran.
    const told = s.state ?? (s.ok ? "done" : row.item.classList.contains("uncertain") ? "uncertain" : "failed");
    const state = STATES.includes(told) ? told : "running";
    row.item.className = `step ${state}`;
    say(row.state, `step.${state}`);
    row.facts.replaceChildren();
    if (s.sandbox?.level && s.sandbox.level !== "none") row.facts.append(this.#sandbox(s.sandbox));
    if (s.total > 0 && state === "running") {
      const bar = label(el("progress"), "step.progress");
      bar.max = s.total;
      bar.value = s.done ?? 0;
      row.facts.append(bar, ` ${number(s.done ?? 0)} / ${number(s.total)}`);
    }
    if (s.note) row.facts.append(` ${s.note}`);
    if (s.ms > 0) row.facts.append(` ${duration(s.ms)}`);
    if (s.error) row.item.title = s.error;
  }

  #sandbox(box) {
    const level = ["bwrap", "landlock"].includes(box.level) ? box.level : "process";
    const chip = say(el("span", `badge ${level === "process" ? "warn" : "good"}`), `sandbox.${level}`);
    const reach = [["net", box.net], ["ro", (box.ro ?? []).join(", ")], ["rw", (box.rw ?? []).join(", ")]].filter(([, v]) => v);
    chip.title = [box.reason, ...reach.map(([name, v]) => `${name}: ${v}`)].filter(Boolean).join("\n");
    return chip;
  }

  #final(turn, o, rich, at) {
    turn.reply.hidden = false;
    const steps = o.steps ?? [];
    if (steps.length) {
      for (const s of steps) this.#step(turn, s);
      // What was planned and never ran, because the turn ended or another step did its work, waits for nothing.
      for (const [n, row] of turn.steps) if (row.item.classList.contains("planned")) { row.item.remove(); turn.steps.delete(n); }
      say(turn.summary, steps.length === 1 ? "turn.step" : "turn.steps", { n: steps.length, time: duration(o.ms ?? 0) });
      turn.work.open = steps.some((s) => !s.ok);
    } else turn.work?.remove();
    this.#rest(turn);
    turn.reply.dataset.kind = o.kind ?? "answer";
    turn.prose.classList.remove("coming");
    turn.prose.replaceChildren(build(rich));
    turn.table?.remove();
    if (o.table?.rows?.length && !told(o)) this.#sheet(turn, o.table);
    turn.parcels?.remove();
    if (o.attachments?.length) turn.reply.append(turn.parcels = attached(o.attachments));
    if (o.proposal) this.#approval(turn, o.proposal);
    if (o.dialog) this.#question(turn, o.dialog);
    if (!o.proposal && !o.dialog) this.#settleCards(turn.reply);
    turn.bar?.remove();
    turn.reply.append(turn.bar = this.#bar(turn, o, at));
  }

  // The first cell of a row about a file downloads it; pictures are shown below.
  #sheet(turn, table) {
    const first = (table.columns ?? [])[0];
    if (table.chart) table = { ...table, columns: named(table) };
    turn.table = place(table, turn.prose, (row, c) => {
      const path = first && c.key === first.key && typeof row[c.key] === "string" ? where(row) : "";
      return path && taker(path, row[c.key]);
    });
    if (table.chart) turn.table.prepend(chart(table));
    const pictures = gallery(table.rows.map(where));
    if (pictures) turn.table.append(pictures);
  }

  #rest(turn) {
    turn.article.removeAttribute("aria-busy");
    turn.stop?.remove();
    for (const row of turn.steps.values()) if (row.item.classList.contains("running")) row.item.className = "step planned";
  }

  #waitForPerson(turn) {
    turn.reply.hidden = false;
    if (turn.article.hasAttribute("aria-busy")) say(turn.summary, "turn.waiting");
    this.#rest(turn);
  }

  #approval(turn, proposal) {
    this.#waitForPerson(turn);
    for (const c of turn.reply.querySelectorAll(".approval")) if (c.dataset.proposal === proposal.id) return;
    this.#open(turn, approval(proposal, (choice) => this.#act.decide(proposal, choice)), proposal.id);
  }

  #question(turn, dialog) {
    this.#waitForPerson(turn);
    for (const c of turn.reply.querySelectorAll(".question")) if (c.dataset.dialog === dialog.id) return;
    this.#open(turn, question(dialog, (value) => this.#act.reply(dialog, value)), dialog.id);
  }

  #open(turn, card, id) {
    turn.reply.append(card);
    if (this.#ends.has(id)) ended(card, this.#ends.get(id));
  }

  // Another tab, or a typed answer, may have closed what this tab still shows open. A card whose button is
  // being pressed here tells its own end.
  #settleCards(within) {
    for (const c of within.querySelectorAll(".card:not([aria-busy])")) {
      settle(c, c.matches(".approval") ? "approval.gone" : "question.gone");
    }
  }

  #problem(turn, fault) {
    turn.reply.hidden = false;
    const p = el("p", "problem");
    p.setAttribute("role", "alert");
    if (fault.sentence ?? fault.text) p.textContent = fault.sentence ?? fault.text;
    else say(p, has(`error.${fault.class}`) ? `error.${fault.class}` : "error.other");
    turn.reply.append(p);
  }

  // What can be done with an answer, and when it was given.
  #bar(turn, o, at) {
    const bar = el("div", "feedback");
    if (o.kind === "answer") for (const [good, key, drawing] of [[true, "feedback.good", "good"], [false, "feedback.bad", "bad"]]) {
      const b = this.#tool(key, drawing, () => this.#act.feedback(turn.name, good).then(() => {
        this.#rated.set(turn.name, good);
        this.#mark(turn, bar);
      }));
      b.setAttribute("aria-pressed", "false");
      bar.append(b);
    }
    this.#mark(turn, bar);
    bar.append(this.#tool("copy.answer", "copy", () => copy(o.message ?? "")));
    if (turn.text) bar.append(this.#tool("retry", "again", () => this.#act.retry(turn.text)));
    turn.back = this.#tool("undo", "undo", () => this.#act.undo(turn.name), say(el("span"), "undo.short"));
    turn.back.classList.add("undo");
    turn.back.hidden = !this.#takeable.has(turn.name);
    const when = el("time", "aside", at ? moment(at) : "");
    bar.append(turn.back, when);
    return bar;
  }

  // A button that rests while what it started goes on.
  #tool(key, drawing, press, ...more) {
    const b = label(el("button", "quiet", icon(drawing), ...more), key);
    b.type = "button";
    b.addEventListener("click", async () => {
      b.disabled = true;
      try { await press(); } catch { /* the state of the connection is told elsewhere */ }
      b.disabled = false;
    });
    return b;
  }
}
