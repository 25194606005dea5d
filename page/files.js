// What a run leaves: files to look at, to save one by one or as a zip, and to use as inputs of the next.
import { zipOf } from "./zip.js";

const kMostShown = 1_000_000; // bytes of a text
const sizeText = (bytes) => bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
const folderOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);
const isText = (bytes) => !bytes.subarray(0, 4096).includes(0);

export function save(name, parts, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// A text with the numbers of its lines.
function listing(bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, kMostShown));
  const lines = text.replace(/\n$/, "").split("\n").length;
  const numbers = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
  return el("div", { class: "listing", tabindex: 0, role: "group", "aria-label": "Text" },
    el("pre", { "aria-hidden": "true" }, numbers), el("pre", {}, text));
}

function picture(bytes, name) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
  const image = el("img", { src: url, alt: name });
  image.addEventListener("load", () => URL.revokeObjectURL(url));
  return image;
}

// `files`: bytes by name. `use` makes one an input.
export class Outputs {
  constructor(section, list, viewer, zip, use) {
    Object.assign(this, { section, list, viewer, use, files: new Map() });
    zip.addEventListener("click", () => save(`${this.name()}.zip`, zipOf(this.files), "application/zip"));
  }

  // The folder that all are in, or "toroid".
  name() {
    const folders = new Set([...this.files.keys()].map((file) => file.split("/")[0]));
    return folders.size === 1 && [...this.files.keys()][0].includes("/") ? [...folders][0] : "toroid";
  }

  show(files) {
    this.files = files;
    this.section.hidden = files.size === 0;
    this.viewer.hidden = true;
    this.buttons = new Map();
    const items = [];
    let folder = "";
    for (const name of [...files.keys()].sort((one, other) => folderOf(one).localeCompare(folderOf(other)) || one.localeCompare(other))) {
      if (folderOf(name) !== folder) items.push(el("li", { class: "folder" }, folder = folderOf(name)));
      const open = el("button", { type: "button", class: "file" }, name.slice(folder.length));
      open.addEventListener("click", () => this.open(name));
      this.buttons.set(name, open);
      items.push(el("li", {}, open, el("small", {}, sizeText(files.get(name).length))));
    }
    this.list.replaceChildren(...items);
    const names = [...files.keys()];
    const first = names.find((name) => /\.svg$|_top\.v$/.test(name)) ?? names.find((name) => !name.endsWith(".html"));
    if (first) this.open(first);
  }

  open(name) {
    const bytes = this.files.get(name);
    for (const button of this.buttons.values()) button.removeAttribute("aria-current");
    this.buttons.get(name).setAttribute("aria-current", "true");
    const bar = el("p", { class: "buttons" }, el("strong", {}, name));
    const press = (text, action) => bar.append(Object.assign(el("button", { type: "button" }, text), { onclick: action }));
    press("Download", () => save(name.split("/").pop(), [bytes]));
    press("Use as input", () => this.use(name.split("/").pop(), bytes));
    const cut = bytes.length > kMostShown ? [el("p", { class: "hint" }, `The first ${sizeText(kMostShown)} of ${sizeText(bytes.length)}`)] : [];
    this.viewer.replaceChildren(bar, ...cut, name.endsWith(".svg") ? picture(bytes, name)
      : isText(bytes) ? listing(bytes) : el("p", { class: "hint" }, "No text"));
    this.viewer.hidden = false;
  }
}

// The user's files, by name.
export class Inputs {
  constructor(list, changed) { Object.assign(this, { list, changed, files: new Map() }); }

  add(name, bytes) {
    this.files.set(name, bytes);
    this.draw();
  }

  async take(chosen) {
    for (const file of chosen) this.add(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  draw() {
    this.list.replaceChildren(...[...this.files].map(([name, bytes]) => {
      const remove = el("button", { type: "button", "aria-label": `Remove ${name}` }, "Remove");
      remove.addEventListener("click", () => { this.files.delete(name); this.draw(); });
      return el("li", {}, el("span", { class: "file" }, name), el("small", {}, sizeText(bytes.length)), remove);
    }));
    this.changed([...this.files.keys()]);
  }
}
