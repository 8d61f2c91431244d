// Copies, and tells so.
import { t } from "./text.js";

/** tell says something to who cannot see what changed. */
export function tell(key, params) {
  const told = document.getElementById("told");
  told.textContent = "";
  setTimeout(() => { told.textContent = t(key, params); }, 30);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no permission, or a browser without a clipboard for this address
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sr";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  tell("copied");
}

/** cellText is a value as a spreadsheet may take it: what would be read as a formula is text. */
export function cellText(text) {
  const line = String(text).replace(/[\t\r\n]+/g, " ");
  return /^[=+@\-]/.test(line) && !/^[+-]?[\d.,\s]+(%|\s?[a-zA-Z]{1,3})?$/.test(line) ? `'${line}` : line;
}
