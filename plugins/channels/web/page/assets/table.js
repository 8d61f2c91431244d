// Results as a table.
import { cell, column, el, has, label, number, say } from "./text.js";

const NUMERIC = ["bytes", "integer", "number"];
const LISTED = 60; // items the core lists in a message before "and more"

/** place draws a table after the message, or in the place of a list that says the same. */
export function place(table, message) {
  const drawn = draw(table);
  const lists = message.querySelectorAll(":scope > ul");
  const total = table.total ?? table.rows.length;
  const same = lists.length === 1 &&
    (lists[0].childElementCount === table.rows.length || (lists[0].childElementCount === LISTED && total > LISTED));
  if (same) {
    if (total > lists[0].childElementCount) dropLine(lists[0].nextElementSibling);
    lists[0].remove();
  }
  message.after(drawn);
  return drawn;
}

// dropLine removes the first line of a paragraph: "and 40 more".
function dropLine(paragraph) {
  while (paragraph?.firstChild) {
    const first = paragraph.firstChild;
    first.remove();
    if (first.localName === "br") return;
  }
  paragraph?.remove();
}

function draw({ columns = [], rows, total }) {
  let shown = columns?.length ? columns : Object.keys(rows[0]).map((key) => ({ key, type: "" }));
  const short = shown.filter((c) => c.key !== "text"); // contents are in the message
  if (short.length) shown = short;
  const head = el("tr");
  for (const c of shown) {
    const th = has(`column.${c.key}`) ? say(el("th"), `column.${c.key}`) : el("th", "", c.key.replaceAll("_", " "));
    th.scope = "col";
    if (NUMERIC.includes(c.type)) th.className = "right";
    head.append(th);
  }
  const body = el("tbody");
  for (const row of rows) body.append(el("tr", "", ...shown.map((c) => one(row[c.key], c))));
  const frame = el("div", "table", el("table", "", el("thead", "", head), body));
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  label(frame, "table.label");
  if (!(total > rows.length)) return frame;
  return el("div", "", frame, say(el("p", "aside"), "table.more", { shown: number(rows.length), total: number(total) }));
}

function one(value, { key, type }) {
  const right = NUMERIC.includes(type) || typeof value === "number";
  const td = el("td", right ? "right" : type === "datetime" ? "when" : "", cell(value, type));
  return column(td, key); // a narrow screen has no header row
}
