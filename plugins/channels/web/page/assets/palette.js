// The command palette: everything the page can do, by its name.
import { el } from "./text.js";

export class Palette {
  #dialog; #text; #list; #none; #commands; #shown = []; #at = 0;

  /** commands() lists {name, also, hint, run}, best first: also are other words it is found by. */
  constructor(commands) {
    [this.#dialog, this.#text, this.#list, this.#none] = ["palette", "palette-text", "palette-list", "palette-none"].map((id) => document.getElementById(id));
    this.#commands = commands;
    this.#text.addEventListener("input", () => this.#draw());
    this.#text.addEventListener("keydown", (e) => this.#key(e));
    this.#list.addEventListener("click", (e) => {
      const row = e.target.closest("[role=option]");
      if (row) this.#run(Number(row.dataset.at));
    });
    this.#dialog.addEventListener("click", (e) => { if (e.target === this.#dialog) this.#dialog.close(); });
  }

  toggle() {
    if (this.#dialog.open) {
      this.#dialog.close();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    this.#text.value = "";
    this.#draw();
    this.#dialog.showModal();
    this.#text.focus();
  }

  #draw() {
    const words = fold(this.#text.value).split(/\s+/).filter(Boolean);
    this.#shown = this.#commands().filter((c) => words.every((w) => fold(`${c.name} ${c.also ?? ""}`).includes(w))).slice(0, 40);
    this.#at = 0;
    this.#list.replaceChildren(...this.#shown.map((c, i) => {
      const row = el("li", "", el("span", "", c.name), el("span", "aside", c.hint ?? ""));
      row.id = `palette-${i}`;
      row.dataset.at = i;
      row.setAttribute("role", "option");
      return row;
    }));
    this.#none.hidden = this.#shown.length > 0;
    this.#mark();
  }

  #mark() {
    for (const [i, row] of [...this.#list.children].entries()) {
      row.setAttribute("aria-selected", String(i === this.#at));
      if (i === this.#at) row.scrollIntoView({ block: "nearest" });
    }
    if (this.#shown.length) this.#text.setAttribute("aria-activedescendant", `palette-${this.#at}`);
    else this.#text.removeAttribute("aria-activedescendant");
  }

  #key(e) {
    const n = this.#shown.length;
    if (e.key === "Enter" && !e.isComposing) this.#run(this.#at);
    else if (e.key === "ArrowDown") this.#at = n && (this.#at + 1) % n;
    else if (e.key === "ArrowUp") this.#at = n && (this.#at + n - 1) % n;
    else return;
    e.preventDefault();
    this.#mark();
  }

  #run(i) {
    const command = this.#shown[i];
    if (!command) return;
    this.#dialog.close();
    command.run();
  }
}

const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
