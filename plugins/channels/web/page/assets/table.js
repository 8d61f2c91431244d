// Results as a table that sorts and copies.
import { cell, column, el, has, label, number, say, t } from "./text.js";
import { cellText, copy } from "./copy.js";

const NUMERIC = ["bytes", "integer", "number", "ms"];
const LISTED = 60; // items the core lists in a message before "and more"
const SHOWN = 100, MORE = 500; // rows drawn at first, and with each press of "more"

/** place draws a table after the message, or in the place of a list that says the same. */
export function place(table, message, make) {
  const drawn = draw(table, make);
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

/** draw returns a table of {columns: [{key, type, label}], rows, total}. make(row, column) may draw a cell itself. */
export function draw({ columns = [], rows, total }, make) {
  let shown = columns?.length ? columns : Object.keys(rows[0] ?? {}).map((key) => ({ key, type: "" }));
  const short = shown.filter((c) => c.key !== "text"); // contents are in the message
  if (short.length) shown = short;
  const sheet = { shown, rows: [...rows], make, by: null, down: false, limit: SHOWN, body: el("tbody"), heads: [] };
  const head = el("tr", "", ...shown.map((c) => heading(sheet, c)));
  const frame = el("div", "table", el("table", "", el("thead", "", head), sheet.body));
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  label(frame, "table.label");
  sheet.more = say(el("button", "link"), "table.next");
  sheet.more.type = "button";
  sheet.more.addEventListener("click", () => { sheet.limit += MORE; fill(sheet); });
  fill(sheet);
  const under = el("div", "under");
  if (total > rows.length) under.append(say(el("p", "aside"), "table.more", { shown: number(rows.length), total: number(total) }));
  under.append(sheet.more);
  if (rows.length > 1) under.append(narrowSort(sheet));
  if (rows.length) under.append(copier(sheet));
  return el("div", "sheet-of", frame, under);
}

function heading(sheet, c) {
  const th = el("th");
  th.scope = "col";
  const b = el("button", "sort");
  if (c.says) say(b, ...c.says);
  else if (c.label) b.textContent = c.label;
  else if (has(`column.${c.key}`)) say(b, `column.${c.key}`);
  else b.textContent = c.key.replaceAll("_", " ");
  b.type = "button";
  b.addEventListener("click", () => sort(sheet, c, sheet.by === c ? !sheet.down : false));
  if (NUMERIC.includes(c.type)) th.className = "right";
  th.append(b);
  sheet.heads.push([c, th]);
  return th;
}

function sort(sheet, c, down) {
  sheet.by = c;
  sheet.down = down;
  sheet.rows.sort((a, b) => (down ? -1 : 1) * order(a[c.key], b[c.key], c.type));
  for (const [other, th] of sheet.heads) {
    if (other === c) th.setAttribute("aria-sort", down ? "descending" : "ascending");
    else th.removeAttribute("aria-sort");
  }
  fill(sheet);
}

// order puts what is missing last in both directions of what there is.
function order(a, b, type) {
  const none = [a, b].map((v) => v === null || v === undefined || v === "");
  if (none[0] || none[1]) return none[0] - none[1];
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (type === "datetime") return new Date(a) - new Date(b);
  return String(a).localeCompare(String(b), document.documentElement.lang, { numeric: true, sensitivity: "base" });
}

function fill(sheet) {
  sheet.body.replaceChildren(...sheet.rows.slice(0, sheet.limit).map((row) => el("tr", "", ...sheet.shown.map((c) => one(row, c, sheet.make)))));
  const left = sheet.rows.length - sheet.limit;
  sheet.more.hidden = left <= 0;
  if (left > 0) say(sheet.more, "table.next", { n: number(Math.min(left, MORE)) });
}

function one(row, c, make) {
  const value = row[c.key];
  const right = NUMERIC.includes(c.type) || typeof value === "number";
  const drawn = make?.(row, c) || null;
  const td = el("td", right ? "right" : c.type === "datetime" ? "when" : c.type === "text" ? "words" : "", drawn ?? cell(value, c.type));
  column(td, c.key); // a narrow screen has no header row
  if (c.label || c.says) {
    delete td.dataset.column; // its name is no fixed one
    td.dataset.label = c.label ?? t(...c.says);
  }
  return td;
}

// A narrow screen sorts with a list.
function narrowSort(sheet) {
  const select = label(el("select", "narrow-sort"), "table.sort");
  select.append(say(el("option"), "table.sort"));
  for (const [i, c] of sheet.shown.entries()) {
    for (const [down, sign] of [[false, "↑"], [true, "↓"]]) {
      const o = el("option", "", `${c.label ?? (c.says ? t(...c.says) : has(`column.${c.key}`) ? t(`column.${c.key}`) : c.key)} ${sign}`);
      o.value = `${i} ${down}`;
      select.append(o);
    }
  }
  select.addEventListener("change", () => {
    const [i, down] = select.value.split(" ");
    if (sheet.shown[i]) sort(sheet, sheet.shown[i], down === "true");
  });
  return select;
}

function copier(sheet) {
  const b = say(el("button", "link copy"), "table.copy");
  b.type = "button";
  b.addEventListener("click", () => {
    const names = sheet.heads.map(([, th]) => th.textContent);
    const lines = sheet.rows.map((row) => sheet.shown.map((c) => cellText(typeof row[c.key] === "number" ? row[c.key] : cell(row[c.key], c.type === "datetime" ? "" : c.type))));
    copy([names.map(cellText), ...lines].map((line) => line.join("\t")).join("\n"));
  });
  return b;
}
