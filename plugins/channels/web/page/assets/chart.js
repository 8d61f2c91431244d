// Draws what the core says is a breakdown or a series. The table beside it says the same in words.
import { cell, el, has, label, number, say, t } from "./text.js";

const HIGH = 200, TOP = 10, FOOT = 26; // px of a line's plot
const RULES = 4; // lines across it, about

/** chart returns a figure of a table whose chart is {kind, label, value, type, by, of, how}. */
export function chart(table) {
  const { kind, label: name, value, type, by, of, how } = table.chart;
  const points = table.rows.map((row) => ({ name: String(row[name] ?? "") || t("chart.none"), value: row[value] }));
  const what = say(el("span"), `chart.${how || "count"}`, { of: of ?? "" });
  if (!how) say(what, has(`column.${value}`) ? `column.${value}` : "column.value");
  const across = by || (name === "group" ? "" : name);
  const figure = el("figure", "chart", el("figcaption", "", what, ...(across ? [" ", say(el("span"), "chart.by", { by: across })] : [])));
  figure.append(...(kind === "line" ? line(points, type) : [bars(points, type)]));
  return figure;
}

/** named gives the columns of a table that is drawn the names of what they hold, instead of "group" and "value". */
export function named({ columns, chart: c }) {
  return columns.map((column) => {
    if (column.key === c.label && c.by && !has(`column.${c.by}`)) return { ...column, label: c.by };
    if (column.key === c.value && c.how) return { ...column, says: [`chart.${c.how}`, { of: c.of ?? "" }] };
    return column;
  });
}

const NS = () => document.querySelector("svg").namespaceURI;

function shape(tag, attributes, ...children) {
  const e = document.createElementNS(NS(), tag);
  for (const [name, v] of Object.entries(attributes)) e.setAttribute(name, v);
  e.append(...children);
  return e;
}

// span is the range of values that is shown: zero is always part of it.
function span(points) {
  const values = points.map((p) => p.value);
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

// Each bar is a row of a list: its name, its length, its value.
function bars(points, type) {
  const [low, high] = span(points);
  const at = (v) => (100 * (v - low)) / (high - low);
  return label(el("ul", "rows", ...points.map((p) => {
    const from = Math.min(at(0), at(p.value));
    const bar = shape("svg", { class: "bar-of", "aria-hidden": "true" },
      shape("rect", { class: "track", width: "100%", height: "100%", rx: 4 }),
      shape("rect", { class: p.value < 0 ? "full below" : "full", x: `${from}%`, width: `${Math.max(0.4, Math.abs(at(p.value) - at(0)))}%`, height: "100%", rx: 4 }));
    return el("li", "", el("span", "name", p.name), bar, el("span", "right", cell(p.value, type)));
  })), "chart.bars");
}

// A line is drawn anew for each width. Arrows and the pointer choose a point, which is told below it.
function line(points, type) {
  const plot = shape("svg", { role: "img", tabindex: 0, height: HIGH });
  const told = el("p", "aside");
  told.setAttribute("aria-live", "polite");
  const told1 = (p) => `${when(p.name)}: ${cell(p.value, type)}`;
  const sorted = [...points].sort((a, b) => a.value - b.value);
  label(plot, "chart.line", { n: number(points.length), from: when(points[0].name), to: when(points.at(-1).name), low: told1(sorted[0]), high: told1(sorted.at(-1)) });
  let chosen = -1, placed = [];
  const choose = (i) => {
    chosen = Math.max(0, Math.min(points.length - 1, i));
    told.textContent = told1(points[chosen]);
    const [x, y] = placed[chosen] ?? [0, 0];
    const dot = plot.querySelector(".chosen");
    dot?.setAttribute("cx", x);
    dot?.setAttribute("cy", y);
    dot?.removeAttribute("visibility");
  };
  told.textContent = told1(points.at(-1));
  plot.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key];
    const to = e.key === "Home" ? 0 : e.key === "End" ? points.length - 1 : step && (chosen < 0 ? (step > 0 ? 0 : points.length - 1) : chosen + step);
    if (to === undefined) return;
    e.preventDefault();
    choose(to);
  });
  plot.addEventListener("pointermove", (e) => {
    const x = e.clientX - plot.getBoundingClientRect().left;
    choose(placed.reduce((best, [px], i) => (Math.abs(px - x) < Math.abs(placed[best][0] - x) ? i : best), 0));
  });
  const draw = () => {
    const wide = plot.clientWidth;
    if (wide) placed = trace(plot, points, type, wide);
    if (wide && chosen >= 0) choose(chosen);
  };
  new ResizeObserver(draw).observe(plot);
  return [plot, told];
}

// steps are round values across a range.
function steps(low, high) {
  const rough = (high - low) / RULES || 1, power = 10 ** Math.floor(Math.log10(rough));
  const by = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const out = [];
  for (let i = Math.floor(low / by); i <= Math.ceil(high / by); i++) out.push(i * by);
  return out;
}

const time = (name) => Date.parse(name.length === 4 ? `${name}-01-01` : name.replace(" ", "T"));

// when says a period as a person does.
function when(name) {
  const at = time(name);
  if (Number.isNaN(at) || name.length === 4) return name;
  const style = name.length === 7 ? { year: "numeric", month: "short" } : { year: "numeric", month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(document.documentElement.lang === "en" ? "en-GB" : "it-IT", { ...style, timeZone: "UTC" }).format(at);
}

/* trace draws the line into plot and returns where its points are. */
function trace(plot, points, type, wide) {
  const rules = steps(...span(points));
  const words = rules.map((v) => cell(Math.round(v * 1e9) / 1e9, type));
  const left = 12 + 7 * Math.max(...words.map((w) => w.length)), right = wide - 14;
  const y = (v) => TOP + ((HIGH - TOP - FOOT) * (rules.at(-1) - v)) / (rules.at(-1) - rules[0]);
  const times = points.map((p) => time(p.name));
  const even = times.some(Number.isNaN) || times[0] === times.at(-1);
  const x = (i) => left + (right - left) * (even ? i / (points.length - 1) : (times[i] - times[0]) / (times.at(-1) - times[0]));
  const placed = points.map((p, i) => [x(i), y(p.value)]);
  const parts = rules.flatMap((v, i) => [
    shape("line", { class: v === 0 ? "rule zero" : "rule", x1: left, x2: right, y1: y(v), y2: y(v) }),
    shape("text", { x: left - 8, y: y(v) + 4, "text-anchor": "end" }, words[i])]);
  parts.push(shape("polyline", { class: "run", points: placed.map((p) => p.map((n) => n.toFixed(1)).join()).join(" ") }));
  if (points.length <= 60) parts.push(...placed.map(([cx, cy]) => shape("circle", { class: "full", cx, cy, r: 3 })));
  let free = -Infinity; // where the next name has room
  for (const [i, p] of points.entries()) {
    const word = when(p.name), half = word.length * 3.4, last = points.length - 1;
    if (i !== last && (placed[i][0] - half < free || placed[i][0] + half > right - when(points[last].name).length * 7)) continue;
    const anchor = i === last ? "end" : i === 0 ? "start" : "middle";
    parts.push(shape("text", { x: i === last ? right + 8 : placed[i][0], y: HIGH - 6, "text-anchor": anchor }, word));
    free = placed[i][0] + (i === 0 ? 2 : 1) * half + 14;
  }
  parts.push(shape("circle", { class: "chosen", r: 6, visibility: "hidden" }));
  plot.replaceChildren(...parts);
  return placed;
}
