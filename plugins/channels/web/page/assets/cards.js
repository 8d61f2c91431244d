// What the core asks back: approvals with their exact effects, and questions.
import { el, say, t, has, moment, number } from "./text.js";

const SHOWN = 8; // effects before "show all"

function button(key, className, press) {
  const b = say(el("button", className), key);
  b.type = "button";
  b.addEventListener("click", press);
  return b;
}

/** settle closes a card with a word on how it ended. */
export function settle(card, key) {
  if (card.dataset.settled) return;
  card.dataset.settled = "yes";
  for (const b of card.querySelectorAll(".choice")) b.disabled = true;
  const end = say(el("p", "verdict"), key);
  end.tabIndex = -1;
  const had = card.contains(document.activeElement);
  card.querySelector(".choices")?.replaceWith(end);
  if (had) end.focus();
}

function effect(e) {
  const known = has(`effect.${e.action}`);
  const action = known ? say(el("span", `action ${e.action}`), `effect.${e.action}`) : el("span", "action", String(e.action));
  const line = el("li", "", action, " ");
  if (e.source) line.append(el("code", "", e.source), el("span", "arrow", " → "));
  line.append(el("code", "", e.target));
  return line;
}

/** approval shows a proposal; decide(choice) returns a promise. */
export function approval(proposal, decide) {
  const { total = 0, reversible = false, truncated = false } = proposal.effects ?? {};
  const items = proposal.effects?.items ?? []; // the core writes an empty list as null
  const card = el("section", "card approval");
  card.dataset.proposal = proposal.id;
  card.append(say(el("h3"), "approval.title"), el("p", "", proposal.prompt ?? ""));
  const list = el("ul", "effects", ...items.map(effect));
  card.append(list);
  if (items.length > SHOWN) {
    list.classList.add("short");
    const all = button("approval.all", "link", () => { list.classList.remove("short"); all.remove(); });
    say(all, "approval.all", { n: number(items.length) });
    card.append(all);
  }
  if (truncated || total > items.length) card.append(say(el("p", "aside"), "approval.more", { shown: number(items.length), total: number(total) }));
  const undoable = proposal.reversible ?? reversible;
  const facts = el("p", "facts", say(el("span", `badge ${undoable ? "good" : "warn"}`), undoable ? "approval.reversible" : "approval.final"));
  const expires = proposal.expires ? new Date(proposal.expires) : null;
  if (expires && expires.getFullYear() > 1) facts.append(" ", say(el("span", "aside"), "approval.expires", { when: moment(expires) }));
  card.append(facts);
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
  card.setAttribute("aria-label", t("approval.title"));
  return card;
}

/** question shows a dialog; answer(value) returns a promise. Without options the composer answers it. */
export function question(dialog, answer) {
  const card = el("section", "card question");
  card.dataset.dialog = dialog.id;
  card.append(say(el("h3"), "question.title"), el("p", "", dialog.prompt ?? ""));
  const options = dialog.options ?? [];
  if (!options.length) {
    card.append(say(el("p", "aside"), "question.type"));
    return card;
  }
  const choices = el("div", "choices");
  for (const option of options) {
    const b = el("button", "choice", option);
    b.type = "button";
    b.addEventListener("click", async () => {
      for (const other of choices.querySelectorAll("button")) other.disabled = true;
      card.setAttribute("aria-busy", "true");
      try {
        await answer(option);
        b.classList.add("chosen");
        settle(card, "question.answered");
        card.querySelector(".verdict").append(" ", el("strong", "", option));
      } catch (fault) {
        settle(card, ["conflict", "not_found"].includes(fault.class) ? "question.gone" : "question.failed");
      }
      card.removeAttribute("aria-busy");
    });
    choices.append(b);
  }
  card.append(choices);
  card.setAttribute("role", "group");
  card.setAttribute("aria-label", t("question.title"));
  return card;
}
