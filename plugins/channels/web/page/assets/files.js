// Files both ways: what is dropped here goes to the person's inbox folder, what an answer names can be taken out.
import { bytes, el, label, number, say, t } from "./text.js";
import { notice } from "./ask.js";
import { tell } from "./copy.js";

const PICTURE = /\.(png|jpe?g|gif|webp)$/i;
const SHOWN = 60; // pictures at a time; the core takes a hundred paths at once

let ask = () => Promise.reject(new Error("not connected"));

/** through says how to ask the core. */
export function through(call) { ask = call; }

const lend = (paths) => ask("parcels.lend", { paths }).then(({ loans = [] }) => loans);

/** where is the path of the file a row is about, "" when it is about none. */
export function where(row) {
  if (/^(folder|directory|dir)$/.test(row.kind ?? row.type ?? "")) return "";
  if (typeof row.path === "string") return /^(\/|~\/)/.test(row.path) ? row.path : "";
  if (typeof row.folder !== "string" || typeof row.name !== "string") return "";
  const folder = /^[/~]/.test(row.folder) ? row.folder : row.folder ? `~/${row.folder}` : "~"; // told from the home folder
  return `${folder}/${row.name}`;
}

/** taker is a button that downloads a file. */
export function taker(path, words) {
  const b = words ? el("button", "link file", words) : say(el("button", "link"), "file.take");
  b.type = "button";
  if (words) b.title = t("file.take");
  b.addEventListener("click", async () => {
    try {
      const [loan] = await lend([path]);
      take(loan);
    } catch (fault) {
      notice("failed.title", el("p", "", t(fault.class === "not_found" ? "file.absent" : `error.${fault.class}`)));
    }
  });
  return b;
}

function take(loan) {
  const a = el("a");
  a.href = `/file/${loan.token}`;
  a.download = loan.name;
  document.body.append(a);
  a.click();
  a.remove();
}

/** attached draws the files of an answer {path, name, size}. */
export function attached(list) {
  const box = el("div", "attached", ...list.map((a) => el("div", "parcel", el("span", "name", a.name), el("span", "aside", bytes(a.size ?? 0)), taker(a.path))));
  const pictures = gallery(list.map((a) => a.path));
  if (pictures) box.append(pictures);
  return box;
}

/** gallery shows the pictures among some paths, some at a time; null when there are none. */
export function gallery(paths) {
  const wanted = [...new Set(paths.filter((p) => PICTURE.test(p)))];
  if (!wanted.length) return null;
  const box = label(el("div", "gallery"), "file.gallery");
  box.setAttribute("role", "group");
  const seen = []; // {path, loan} of each picture
  const more = say(el("button", "link"), "file.more");
  more.type = "button";
  let next = 0;
  const draw = async () => {
    more.remove();
    const some = wanted.slice(next, next += SHOWN);
    const loans = await lend(some);
    for (const [i, loan] of loans.entries()) {
      if (!loan.image) continue;
      const one = { path: some[i], loan };
      seen.push(one);
      box.append(picture(one, seen));
    }
    if (next < wanted.length) {
      say(more, "file.more", { n: number(wanted.length - next) });
      box.append(more);
    }
    box.hidden = !box.childElementCount;
  };
  more.addEventListener("click", () => draw().catch(() => { box.append(more); }));
  draw().catch(() => { box.hidden = true; });
  return box;
}

// shown is a picture. The way to it is good for a while only: when it is over, another is asked for, once.
function shown({ path, loan }) {
  const img = el("img");
  img.src = `/file/${loan.token}?view`;
  img.alt = loan.name;
  img.loading = "lazy";
  img.decoding = "async";
  img.addEventListener("error", () => {
    lend([path]).then(([fresh]) => { if (fresh?.token) img.src = `/file/${fresh.token}?view`; }, () => {});
  }, { once: true });
  return img;
}

function picture(one, all) {
  const b = el("button", "picture", shown(one));
  b.type = "button";
  b.title = one.loan.name;
  b.addEventListener("click", () => look(all, all.indexOf(one)));
  return b;
}

// look shows one picture large; the arrows go to the others.
async function look(all, at) {
  const name = el("p"), frame = el("div", "full"), where = el("span", "aside");
  const button = (key, press) => {
    const b = say(el("button", "link"), key);
    b.type = "button";
    b.addEventListener("click", press);
    return b;
  };
  const show = (i) => {
    at = (i + all.length) % all.length;
    name.textContent = all[at].loan.name;
    where.textContent = `${number(at + 1)} / ${number(all.length)}`;
    frame.replaceChildren(shown(all[at]));
    tell("file.shown", { name: all[at].loan.name, n: at + 1, of: all.length });
  };
  const bar = el("div", "looking", button("file.take", () => lend([all[at].path]).then(([loan]) => take(loan), () => {})));
  if (all.length > 1) bar.append(button("file.before", () => show(at - 1)), where, button("file.after", () => show(at + 1)));
  show(at);
  const box = document.getElementById("ask");
  const keys = (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (step && all.length > 1) { e.preventDefault(); show(at + step); }
  };
  box.classList.add("large");
  box.addEventListener("keydown", keys);
  await notice("file.picture", name, frame, bar);
  box.removeEventListener("keydown", keys);
  box.classList.remove("large");
}

/** Tray takes files in: the button, a drop anywhere, and what is pasted. */
export class Tray {
  #tray; #form; #arrived;

  /** arrived(path) is told where each file is. */
  constructor(tray, button, input, form, arrived) {
    this.#tray = tray;
    this.#form = form;
    this.#arrived = arrived;
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => { this.#take(input.files); input.value = ""; });
    const files = (e) => e.dataTransfer?.types?.includes("Files");
    addEventListener("dragover", (e) => { if (files(e)) { e.preventDefault(); document.body.classList.add("dropping"); } });
    addEventListener("dragleave", (e) => { if (!e.relatedTarget) document.body.classList.remove("dropping"); });
    addEventListener("drop", (e) => {
      document.body.classList.remove("dropping");
      if (!files(e)) return;
      e.preventDefault();
      this.#take(e.dataTransfer.files);
    });
    addEventListener("paste", (e) => {
      if (!e.clipboardData?.files?.length) return;
      e.preventDefault();
      this.#take(e.clipboardData.files);
    });
  }

  clear() {
    for (const chip of [...this.#tray.children]) if (!chip.hasAttribute("aria-busy")) chip.remove();
    this.#tray.hidden = !this.#tray.childElementCount;
  }

  async #take(list) {
    for (const file of [...list]) await this.#send(file);
  }

  async #send(file) {
    const note = say(el("span", "aside"), "file.coming");
    const chip = el("li", "parcel", el("span", "name", file.name), el("span", "aside", bytes(file.size)), note);
    chip.setAttribute("aria-busy", "true");
    this.#tray.append(chip);
    this.#tray.hidden = false;
    try {
      const answer = await fetch("/upload", { method: "POST", credentials: "same-origin", body: file,
        headers: { "X-File-Name": encodeURIComponent(file.name), "X-Form": this.#form(), "Content-Type": file.type || "application/octet-stream" } });
      const told = await answer.json();
      if (!answer.ok) throw told;
      note.remove();
      chip.append(el("code", "", told.path));
      const pictures = gallery([told.path]);
      if (pictures) chip.append(pictures);
      this.#arrived(told.path);
      tell("file.here", { name: told.name });
    } catch (fault) {
      say(note, fault?.code === "parcel_too_large" ? "file.large" : fault?.code === "parcel_nowhere" ? "file.nowhere" : fault?.class === "policy_denied" ? "file.guest" : "file.failed");
      note.classList.add("bad");
    }
    chip.removeAttribute("aria-busy");
  }
}
