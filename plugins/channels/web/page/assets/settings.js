// The settings: what the core's registry says there is, drawn page by page. Nothing here decides who may do what.
import { cell, el, label, language, say, t } from "./text.js";
import { choose, confirm, notice, prompt } from "./ask.js";
import { code } from "./rich.js";
import { draw } from "./table.js";
import { icon } from "./side.js";

const FILTERED = 8; // rows from which on a page has a filter

export class Settings {
  #at; #nav; #act; #pages = []; #route = null; #asked = 0; #drawn = "";

  /** act: {call(method, params), entitle(title), leave()} */
  constructor(at, nav, act) { this.#at = at; this.#nav = nav; this.#act = act; }

  get pages() { return this.#pages; }
  get open() { return this.#route !== null; }

  /** menu asks again which pages there are, in the language of the page. */
  menu() {
    return this.#act.call("settings.menu", { lang: language() }).then(({ pages = [] }) => {
      this.#pages = pages;
      if (this.open) this.show(this.#route);
    }, () => {});
  }

  /** show draws a page, "" the overview of all. */
  async show(route) {
    this.#route = route;
    this.#mark();
    const page = this.#pages.find((p) => p.route === route);
    this.#act.entitle(page?.label ?? t("settings"));
    if (!route) {
      this.#at.replaceChildren(this.#overview());
      return;
    }
    const asked = ++this.#asked;
    try {
      const view = await this.#act.call("settings.open", { lang: language(), route });
      if (asked === this.#asked && this.#route === route) this.#at.replaceChildren(this.#page(view));
    } catch (fault) {
      if (asked === this.#asked && this.#route === route) this.#at.replaceChildren(say(el("p", "problem"), fault.class === "not_found" ? "settings.absent" : "settings.failed"));
    }
  }

  close() { this.#route = null; }

  // The pages by section, beside the page.
  #mark() {
    const drawn = language() + JSON.stringify(this.#pages);
    if (this.#drawn !== drawn) this.#list();
    this.#drawn = drawn;
    for (const a of this.#nav.querySelectorAll("a")) {
      if (a.getAttribute("href") === `/settings/${this.#route}`) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
  }

  #list() {
    const back = el("button", "fresh", icon("back"), say(el("span"), "settings.back"));
    back.type = "button";
    back.addEventListener("click", () => this.#act.leave());
    this.#nav.replaceChildren(back, ...this.#sections((p) => {
      const a = el("a", "thread", p.label);
      a.setAttribute("href", `/settings/${p.route}`);
      return a;
    }, "group", "threads"));
  }

  #sections(make, titleClass, listClass) {
    const lists = new Map();
    const out = [];
    for (const p of this.#pages) {
      if (!lists.has(p.section)) {
        const list = el("ul", listClass);
        list.setAttribute("aria-label", p.section);
        lists.set(p.section, list);
        out.push(el("h2", titleClass, p.section), list);
      }
      lists.get(p.section).append(el("li", "", make(p)));
    }
    return out;
  }

  #overview() {
    return el("div", "page", el("p", "place", t("settings")), ...this.#sections((p) => {
      const a = el("a", "tile", el("strong", "", p.label), el("span", "aside", p.summary));
      a.setAttribute("href", `/settings/${p.route}`);
      return a;
    }, "section", "tiles"));
  }

  #page(view) {
    const head = el("div", "page-head", el("p", "place", view.place), el("h2", "", view.label), el("p", "aside", view.summary));
    const bar = el("div", "choices");
    for (const c of view.controls) if (!c.row) bar.append(this.#button(view, c, null));
    const again = say(el("button", "choice"), "settings.again");
    again.type = "button";
    again.addEventListener("click", () => this.show(view.route));
    bar.append(again);
    const facts = el("dl", "facts-list", ...view.facts.flatMap((f) => [el("dt", "", f.label), el("dd", "", value(f.value, f.value.tone ? "badge" : "text"))]));
    const body = el("div", "page-body");
    const fill = (words) => {
      const rows = view.rows.filter((r) => words.every((w) => r.cells.some((c) => (c.text ?? "").toLowerCase().includes(w))));
      body.replaceChildren(rows.length ? this.#table(view, rows) : say(el("p", "aside none"), words.length ? "settings.nothing" : "settings.empty"));
    };
    if (view.rows.length >= FILTERED) {
      const find = label(el("input", "line filter"), "settings.filter");
      find.type = "search";
      find.placeholder = t("settings.filter");
      find.addEventListener("input", () => fill(find.value.toLowerCase().split(/\s+/).filter(Boolean)));
      bar.append(find);
    }
    fill([]);
    return el("div", "page", head, ...(view.facts.length ? [facts] : []), bar, body);
  }

  #table(view, rows) {
    const acts = view.controls.filter((c) => c.row);
    const columns = view.columns.map((c) => ({ ...c }));
    if (acts.length || view.detail) columns.push({ key: "\u0000", label: t("settings.actions"), type: "" });
    const flat = rows.map((r) => ({ row: r, ...Object.fromEntries(view.columns.map((c, i) => [c.key, plain(r.cells[i], c.type)])) }));
    return draw({ columns, rows: flat, total: view.rows.length < view.total && rows === view.rows ? view.total : 0 }, ({ row }, c) => {
      const i = columns.indexOf(c);
      if (i < view.columns.length) return value(row.cells[i], c.type);
      const all = el("div", "acts");
      if (view.detail) {
        const look = say(el("button", "link"), "settings.look");
        look.type = "button";
        look.addEventListener("click", () => this.#look(view, row));
        all.append(look);
      }
      for (const a of acts) if (!(row.hidden ?? []).includes(a.name)) all.append(this.#button(view, a, row));
      return all;
    });
  }

  #button(view, c, row) {
    const b = el("button", row ? "link" : c.danger ? "choice" : "primary", c.label);
    b.type = "button";
    if (c.danger) b.classList.add("grave");
    b.addEventListener("click", () => this.#do(view, c, row));
    return b;
  }

  async #do(view, c, row) {
    let chosen = "";
    if (c.choices) {
      const now = row.now ?? row.cells[1]?.text ?? "";
      chosen = row.choices?.length ? await choose("settings.choose", row.choices, now, "save") : await prompt("settings.choose", now, "save");
      if (!chosen) return;
    } else if (c.confirm && !await confirm("settings.sure", "settings.what", "settings.go", { what: `${c.label}${row ? `: ${row.cells[0].text ?? ""}` : ""}`, text: c.confirm })) return;
    try {
      if (c.browser === "passkey") {
        const { enrol } = await import("./passkey.js");
        if (!(chosen = await enrol(this.#act.call))) return;
      }
      const done = await this.#act.call("settings.act", { lang: language(), route: view.route, control: c.name, row: row?.id ?? "", value: chosen });
      if (done.message || done.secret) await notice("settings.done", el("p", "", done.message ?? ""), ...(done.secret ? [code(done.secret, "")] : []));
    } catch (fault) {
      await notice("failed.title", el("p", "", t(fault.sentence ?? `error.${fault.class}`)));
    }
    if (this.#route === view.route) this.show(view.route);
  }

  async #look(view, row) {
    const { blocks = [] } = await this.#act.call("settings.look", { lang: language(), route: view.route, row: row.id }).catch(() => ({}));
    const parts = blocks.map((b, i) => {
      const d = el("details", "block", el("summary", "", b.title), code(b.text, b.lang ?? ""));
      d.open = blocks.length < 6 || i === 0;
      return d;
    });
    document.getElementById("ask").classList.add("large");
    await notice("settings.look", ...(parts.length ? parts : [say(el("p"), "settings.absent")]));
    document.getElementById("ask").classList.remove("large");
  }
}

// plain is what a cell is sorted and copied by.
const plain = (v, type) => (type === "datetime" ? v.at ?? null : ["number", "bytes", "ms"].includes(type) ? v.number ?? 0 : v.text ?? "");

function value(v, type) {
  switch (type) {
    case "badge": return v.text ? el("span", `badge ${v.tone ?? "plain"}`, v.text) : "";
    case "code": return el("span", "codes", ...(v.text ?? "").split("\n").filter(Boolean).map((line) => el("code", "", line)));
    case "datetime": return v.at ? cell(v.at, "datetime") : "";
    case "number": case "bytes": case "ms": return cell(v.number ?? 0, type);
    default: return v.text ?? "";
  }
}
