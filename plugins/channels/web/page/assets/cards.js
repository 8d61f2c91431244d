// What the core asks back: approvals with their exact effects, and questions.
import { el, has, label, moment, number, say, t } from "./text.js";

const SHOWN = 10; // effects before "show all"

function button(key, className, press) {
  const b = say(el("button", className), key);
  b.type = "button";
  b.addEventListener("click", press);
  return b;
}

/** settle closes a card with a word on how it ended; what the core tells later corrects a guess. */
export function settle(card, key, value = "") {
  const before = card.dataset.settled;
  if (before && (!/\.(gone|failed)$/.test(before) || key.endsWith(".gone"))) return;
  card.dataset.settled = key;
  if (key.endsWith(".gone") && card.querySelector(".type")) return; // it was answered in the composer, just below
  for (const b of card.querySelectorAll(".choice")) {
    b.disabled = true;
    if (value && b.textContent === value) b.classList.add("chosen");
  }
  const end = el("p", "verdict", say(el("span"), key));
  if (value) end.append(" ", el("strong", "", value));
  end.tabIndex = -1;
  const had = card.contains(document.activeElement);
  const old = card.querySelector(".choices, .verdict, .type");
  if (old) old.replaceWith(end);
  else card.append(end);
  if (had) end.focus();
}

/** ended says how a dialog that the core closed is told on its card. */
export function ended(card, { state, value }) {
  const approval = card.matches(".approval");
  if (state === "granted") settle(card, approval ? "approval.approved" : "question.answered", approval ? "" : String(value ?? ""));
  else if (state === "refused") settle(card, approval ? "approval.refused" : "question.refused");
  else settle(card, approval ? "approval.gone" : "question.gone");
}

// told draws a prompt as it was written: its lines, and its lists as lists. No marks are read, because a file
// may be called **anything**. What buttons say again is left out.
function told(prompt, options = []) {
  const body = el("div", "prompt");
  let list = null;
  for (const line of prompt.trimEnd().replace(/ ?\((?:sì|yes) \/ no\)$/, "").split("\n")) {
    if (options.includes(/^\d+\. (.*)$/.exec(line)?.[1])) continue;
    const item = /^- (.*)$/.exec(line);
    if (item) {
      if (!list) body.append(list = el("ul"));
      list.append(el("li", "", item[1]));
    } else {
      const more = list && line.startsWith("… "); // what the list leaves out
      list = null;
      const last = body.lastElementChild;
      if (more) body.append(el("p", "more", line));
      else if (last?.matches("p:not(.more)")) last.append(`\n${line}`);
      else if (line.trim()) body.append(el("p", "", line));
    }
  }
  return body;
}

// fold hides all but the first items of a card's lists; all(button) is pressed to see them.
function fold(card, total, all) {
  const rest = [...[...card.querySelectorAll("li")].slice(SHOWN), ...card.querySelectorAll(".more")];
  if (total <= SHOWN + 1) return;
  for (const item of rest) item.hidden = true;
  const b = button("approval.all", "link", () => {
    b.remove();
    if (all) all();
    else for (const item of rest) item.hidden = false;
  });
  say(b, "approval.all", { n: number(total) });
  card.append(b);
}

// A path is told by its name and its folder; the whole of it shows when asked for.
function place(path) {
  const parts = String(path ?? "").split("/");
  const short = parts[0] === "" && parts.length > 3 ? `…/${parts.slice(-2).join("/")}` : String(path ?? "");
  const code = el("code", "", short);
  if (short !== path) code.title = String(path);
  return code;
}

function effect(e) {
  const known = has(`effect.${e.action}`);
  const action = known ? say(el("span", `action ${e.action}`), `effect.${e.action}`) : el("span", "action", String(e.action));
  const line = el("li", "", action, " ");
  if (e.source && e.source !== e.target) line.append(place(e.source), el("span", "arrow", " → "));
  line.append(place(e.target));
  if (e.real) line.append(el("span", "arrow", " → "), place(e.real)); // a link that would be followed
  return line;
}

// origin says what the data comes from that directs the action.
function origin(source) {
  const line = el("p", "facts origin", say(el("span", "aside"), "approval.origin"), " ");
  if (!source) line.append(say(el("span", "badge good"), "approval.yours"));
  else if (source === "proposal") line.append(say(el("span", "badge warn"), "approval.model"));
  else line.append(el("span", "badge warn", source));
  return line;
}

/** approval shows a proposal; decide(choice) returns a promise. */
export function approval(proposal, decide) {
  const { total = 0, reversible = false, truncated = false } = proposal.effects ?? {};
  const items = proposal.effects?.items ?? []; // the core writes an empty list as null
  const card = el("section", "card approval");
  card.dataset.proposal = proposal.id;
  const body = told(proposal.prompt ?? "");
  card.append(say(el("h2"), "approval.title"), body);
  // What the prompt lists is not said twice, and what it leaves out can still be seen. A list that is not the
  // one of the effects replaces nothing: a file may be called like a line.
  const listed = body.querySelectorAll("li").length;
  const same = listed === items.length || !items.length;
  const shortened = listed < items.length && listed >= SHOWN;
  const effects = el("ul", "effects", ...items.map(effect));
  if (!same && !shortened) card.append(effects);
  fold(card, shortened ? items.length : card.querySelectorAll("li").length,
    shortened && (() => body.replaceChildren(body.firstElementChild, effects)));
  if (truncated || total > items.length) card.append(say(el("p", "aside"), "approval.more", { shown: number(items.length), total: number(total) }));
  const undoable = proposal.reversible ?? reversible;
  const facts = el("p", "facts", say(el("span", `badge ${undoable ? "good" : "warn"}`), undoable ? "approval.reversible" : "approval.final"));
  const expires = proposal.expires ? new Date(proposal.expires) : null;
  if (expires && expires.getFullYear() > 1) facts.append(" ", say(el("span", "aside"), "approval.expires", { when: moment(expires) }));
  card.append(facts, origin(proposal.source ?? ""));
  const press = (choice) => async () => {
    for (const b of card.querySelectorAll(".choice")) b.disabled = true;
    card.setAttribute("aria-busy", "true");
    try {
      await decide(choice);
      settle(card, choice === "approve" ? "approval.approved" : "approval.refused");
    } catch (fault) {
      settle(card, ["conflict", "not_found"].includes(fault.class) ? "approval.gone" : "approval.failed");
    }
    card.removeAttribute("aria-busy");
  };
  card.append(el("div", "choices",
    button("approval.approve", "primary choice", press("approve")),
    button("approval.refuse", "choice", press("refuse"))));
  card.setAttribute("role", "group");
  return label(card, "approval.title");
}

/**
 * question shows a dialog; answer(value) returns a promise. A question that says what kind of value it wants has a field
 * for it; another one without options is answered in the composer, or here when there is none (here).
 */
export function question(dialog, answer, here = false) {
  const card = el("section", "card question");
  card.dataset.dialog = dialog.id;
  const options = dialog.options ?? [];
  const type = FIELDS[dialog.input] ?? (here ? "text" : "");
  card.append(say(el("h2"), "question.title"), told(dialog.prompt ?? "", options));
  const press = async (value, shown = value) => {
    for (const e of card.querySelectorAll("button, input, select")) e.disabled = true;
    card.setAttribute("aria-busy", "true");
    try {
      await answer(value);
      settle(card, "question.answered", shown);
    } catch (fault) {
      settle(card, ["conflict", "not_found"].includes(fault.class) ? "question.gone" : "question.failed");
    }
    card.removeAttribute("aria-busy");
  };
  if (options.length && dialog.input === "multi_choice") card.append(several(options, press));
  else if (options.length > LISTED) card.append(pick(options, press));
  else if (options.length) {
    card.append(el("div", "choices", ...options.map((option) => {
      const b = el("button", "choice", option);
      b.type = "button";
      b.addEventListener("click", () => press(option));
      return b;
    })));
  } else if (dialog.input === "yes_no") {
    card.append(el("div", "choices", button("yes", "choice", () => press(t("yes"))), button("no", "choice", () => press(t("no")))));
  } else if (type) card.append(field(type, press));
  else card.append(say(el("p", "aside type"), "question.type"));
  card.setAttribute("role", "group");
  return label(card, "question.title");
}

// What a person fills in, by the kind of value a question asks for.
const LISTED = 6; // options that are buttons; more are a list
const FIELDS = { text: "text", number: "number", date: "date", credentials: "password", file_path: "text", location: "text" };

// several offers any number of options; the answer has one a line.
function several(options, press) {
  const boxes = options.map((option) => {
    const box = el("input");
    box.type = "checkbox";
    box.value = option;
    return box;
  });
  const set = el("div", "boxes", ...boxes.map((box) => el("label", "", box, " ", box.value)));
  return form(set, () => {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    if (chosen.length) press(chosen.join("\n"), chosen.join(", "));
  });
}

// pick offers one of many.
function pick(options, press) {
  const select = label(el("select", "line"), "question.field");
  select.append(...options.map((option) => {
    const o = el("option", "", option);
    o.value = option;
    return o;
  }));
  return form(select, () => press(select.value));
}

function form(body, send) {
  const b = say(el("button", "primary"), "question.send");
  b.type = "submit";
  const f = el("form", "choices fill", body, b);
  f.addEventListener("submit", (e) => { e.preventDefault(); send(); });
  return f;
}

function field(type, press) {
  const input = label(el("input", "line"), "question.field");
  input.type = type;
  input.required = true;
  input.autocomplete = "off";
  if (type === "number") input.step = "any";
  return form(input, () => {
    if (input.value.trim()) press(input.value.trim(), type === "password" ? "••••" : input.value.trim());
  });
}
