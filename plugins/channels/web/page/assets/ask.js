// Small modal questions of the page itself.
import { el, say } from "./text.js";

const box = () => document.getElementById("ask");

function open(form, cancelled) {
  const dialog = box();
  return new Promise((resolve) => {
    dialog.replaceChildren(form);
    const end = (value) => {
      dialog.removeEventListener("close", closed);
      if (dialog.open) dialog.close();
      dialog.replaceChildren();
      resolve(value);
    };
    const closed = () => { if (!dialog.open) end(cancelled); }; // the event of an earlier question may come late
    dialog.addEventListener("close", closed);
    form.addEventListener("submit", (e) => { e.preventDefault(); end(form.answer()); });
    form.querySelector(".cancel")?.addEventListener("click", () => end(cancelled));
    dialog.showModal();
  });
}

function frame(titleKey, params, ...rest) {
  const title = say(el("h2"), titleKey, params);
  title.id = "ask-title";
  const form = el("form", "", title, ...rest);
  form.method = "dialog";
  return form;
}

function buttons(key, danger) {
  const cancel = say(el("button", "choice cancel"), "cancel");
  cancel.type = "button";
  const go = say(el("button", danger ? "primary danger" : "primary"), key);
  go.type = "submit";
  return el("div", "choices", go, cancel);
}

/** prompt asks for one line; null means that the person thought better of it. */
export function prompt(titleKey, value, key) {
  const input = el("input", "line");
  input.maxLength = 80;
  input.value = value;
  input.required = true;
  input.setAttribute("aria-labelledby", "ask-title");
  const form = frame(titleKey, undefined, input, buttons(key));
  form.answer = () => input.value;
  const answer = open(form, null);
  input.select();
  return answer;
}

/** choose asks for one of some values; "" means none. */
export function choose(titleKey, options, value, key) {
  const select = el("select", "line");
  select.append(...options.map((o) => {
    const option = el("option", "", o);
    option.value = o;
    option.selected = o === value;
    return option;
  }));
  select.setAttribute("aria-labelledby", "ask-title");
  const form = frame(titleKey, undefined, select, buttons(key));
  form.answer = () => select.value;
  return open(form, "");
}

/** confirm asks whether to go on. */
export function confirm(titleKey, textKey, key, params) {
  const form = frame(titleKey, params, say(el("p"), textKey, params), buttons(key, true));
  form.answer = () => true;
  return open(form, false);
}

/** notice shows something to read. */
export function notice(titleKey, ...content) {
  const close = say(el("button", "choice cancel"), "close");
  close.type = "button";
  const form = frame(titleKey, undefined, ...content, el("div", "choices", close));
  form.answer = () => true;
  return open(form, true);
}
