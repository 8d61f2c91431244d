// Texts and formats: everything a person reads passes here, and nothing here makes markup.
import { texts } from "./texts.js";

let lang = document.documentElement.lang === "en" ? "en" : "it";

export const language = () => lang;

/** t returns the sentence of a key, its {name} places filled. */
export function t(key, params = {}) {
  const sentence = texts[lang][key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

export const has = (key) => key in texts[lang];

/** say puts a sentence into an element and remembers which, so that a change of language finds it. */
export function say(element, key, params) {
  element.dataset.t = key;
  if (params) element.dataset.tParams = JSON.stringify(params);
  else delete element.dataset.tParams;
  element.textContent = t(key, params);
  return element;
}

/** label does the same for the accessible name. */
export function label(element, key, params) {
  element.dataset.tLabel = key;
  if (params) element.dataset.tLabelParams = JSON.stringify(params);
  else delete element.dataset.tLabelParams;
  element.setAttribute("aria-label", t(key, params));
  if (element.matches("button")) element.title = t(key, params);
  return element;
}

/** column notes on a table cell what its column is called. */
export function column(element, key) {
  element.dataset.column = key;
  element.dataset.label = has(`column.${key}`) ? t(`column.${key}`) : key.replaceAll("_", " ");
  return element;
}

/** setLanguage redraws every text of the page that came from a key. */
export function setLanguage(next) {
  lang = next;
  document.documentElement.lang = next;
  const other = document.getElementById("language");
  if (other) other.lang = t("language.lang");
  for (const e of document.querySelectorAll("[data-t]")) {
    e.textContent = t(e.dataset.t, e.dataset.tParams ? JSON.parse(e.dataset.tParams) : undefined);
  }
  for (const e of document.querySelectorAll("[data-t-label]")) label(e, e.dataset.tLabel, e.dataset.tLabelParams ? JSON.parse(e.dataset.tLabelParams) : undefined);
  for (const e of document.querySelectorAll("[data-column]")) column(e, e.dataset.column);
  for (const e of document.querySelectorAll("[data-t-placeholder]")) e.placeholder = t(e.dataset.tPlaceholder);
}

const locale = () => (lang === "en" ? "en-GB" : "it-IT");

export const number = (n) => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(n);

export function bytes(n) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let i = 0;
  while (n >= 1000 && i < units.length - 1) { n /= 1000; i++; }
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: i && n < 100 ? 1 : 0 }).format(n)} ${units[i]}`;
}

export function moment(value) {
  const when = new Date(value);
  if (Number.isNaN(when.getTime())) return String(value);
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(when);
}

export function duration(ms) {
  return ms < 1000 ? `${number(Math.max(1, Math.round(ms)))} ms` : `${number(Math.round(ms / 100) / 10)} s`;
}

/** cell is one table value as text, by the type of its column. */
export function cell(value, type) {
  if (value === null || value === undefined) return "";
  if (type === "bytes" && typeof value === "number") return bytes(value);
  if (type === "datetime") return moment(value);
  if (type === "ms" && typeof value === "number") return duration(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** el builds an element with text children only. */
export function el(tag, className, ...children) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  e.append(...children.map((c) => typeof c === "string" ? c.replace(TURNS, escaped) : c));
  return e;
}

// Characters that turn the direction of text: in a file's name they make "exe" read as "txt".
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const escaped = (c) => `\\u${c.charCodeAt(0).toString(16)}`;
