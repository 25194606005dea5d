// The form of a command, made from the table of options (`toroid help --format json`). What is set is a
// line's words, and the other way round; the form knows nothing else of an option than the table does.

const kUseless = ["--help", "--help-all"]; // here

const kPresets = [["--engine", "model"], ["--report", "report.html"], ["--out", "network"]];

const id = (name) => name.replace(/^-*/, "option-");
const named = (name) => `--${name.replace(/^-*/, "")}`;

export class Form {
  // `place` gets the options; `changed` is called when something is set by hand.
  constructor(table, place, changed) {
    Object.assign(this, { table, place, changed, values: new Map(), operands: "", keep: "", found: "" });
    this.files = el("datalist", { id: "file-names" });
    this.show("map");
  }

  optionsOf(command) {
    return this.table.commands.find(({ name }) => name === command).topics
      .flatMap(({ options }) => options).filter(({ name }) => !kUseless.includes(name));
  }

  // Another command, with the values that mean the same to both.
  show(command) {
    const before = this.command ? this.optionsOf(this.command.name) : [];
    this.command = this.table.commands.find(({ name }) => name === command);
    const after = this.optionsOf(command);
    for (const name of this.values.keys()) {
      const [old, now] = [before, after].map((options) => options.find((option) => option.name === name));
      const isSame = old && now && old.form === now.form;
      const isChoice = now?.choices && !now.list;
      if (!isSame && !(isChoice && now.choices.includes(this.values.get(name)))) this.values.delete(name);
    }
    if (!this.command.operands) this.operands = "";
    this.draw();
  }

  // What most runs on a page want, where nothing is set: the model, as a browser compiles no Verilog; a
  // report to look at; and a folder.
  preset() {
    for (const [name, value] of kPresets) {
      const option = this.optionsOf(this.command.name).find((one) => one.name === name);
      const wants = option && (name !== "--out" || option.required) && this.applies(option);
      if (wants && !this.values.has(name)) this.values.set(name, value);
    }
    this.draw();
  }

  // Sets what the words say. Returns what the form cannot show of them; "" if there is nothing.
  set({ words, keep }) {
    const [command, ...rest] = words;
    if (!this.table.commands.some(({ name }) => name === command)) return command ?? "";
    const options = this.optionsOf(command);
    const values = new Map();
    const operands = [];
    for (let i = 0; i < rest.length; ++i) {
      const [, name, given] = rest[i].match(/^(--[^=]*)=?(.*)$/s) ?? [];
      const option = options.find((one) => one.name === name);
      if (name === undefined && this.table.commands.find((one) => one.name === command).operands) operands.push(rest[i]);
      else if (!option || values.has(name)) return rest[i];
      else if (option.kind === "flag") values.set(name, true);
      else if (rest[i].includes("=")) values.set(name, given);
      else if (i + 1 === rest.length) return rest[i];
      else if (option.kind === "files") {
        const end = rest.findIndex((word, at) => at > i && word.startsWith("--"));
        values.set(name, rest.slice(i + 1, end < 0 ? undefined : end).join(" "));
        i = (end < 0 ? rest.length : end) - 1;
      } else values.set(name, rest[++i]);
      if (option?.choices && !option.list && !option.choices.includes(values.get(name))) return values.get(name);
    }
    this.command = this.table.commands.find(({ name }) => name === command);
    Object.assign(this, { values, operands: operands.join(" "), keep });
    this.draw();
    return "";
  }

  // In the order in which they were set.
  line() {
    const words = [this.command.name, ...this.operands.split(/\s+/).filter((word) => word)];
    for (const [name, value] of this.values) {
      const { kind } = this.rows.get(name).option;
      words.push(name, ...(kind === "flag" ? [] : kind === "files" ? value.split(/\s+/) : [value]));
    }
    return { words, keep: this.keep };
  }

  // ---- what goes with what is set

  // Whether what the command is about, and the traffic that it runs, have a use for the option.
  applies({ name, traffic }) {
    const { subjects } = this.command;
    const isChosen = ({ chosen_by: by }) => by.some((option) => this.values.has(option));
    const subject = subjects.find(isChosen) ?? subjects.find(({ chosen_by: by }) => by.length === 0);
    const lists = ({ options }) => options.includes(name);
    const chooses = subjects.some(({ chosen_by: by }) => by.includes(name));
    if (subject && !lists(subject) && subjects.some(lists) && !chooses) return false;
    const sent = this.values.get("--traffic")?.split(",") ?? [];
    return traffic === null || sent.some((one) => traffic.includes(one));
  }

  // ---- drawing

  draw() {
    this.rows = new Map();
    const options = this.optionsOf(this.command.name);
    const parts = [el("div", { class: "fields" }, ...this.operandRows(), ...options.filter(({ common }) => common)
      .sort((one, other) => other.required - one.required).map((option) => this.row(option)))];
    for (const { name, summary, options: own } of this.command.topics) {
      const rest = own.filter((option) => !option.common && options.includes(option));
      if (rest.length === 0) continue;
      const count = el("span", { class: "count" });
      const details = el("details", { class: "topic" },
        el("summary", {}, el("strong", {}, name), ` ${summary}`, count),
        el("div", { class: "fields" }, ...rest.map((option) => this.row(option))));
      parts.push(Object.assign(details, { count }));
    }
    this.place.replaceChildren(this.files, ...parts);
    this.refresh();
  }

  // What the command takes besides options, and where its output goes.
  operandRows() {
    const { operands } = this.command;
    if (!operands) return [];
    const input = el("input", { id: "operands", list: "file-names", "aria-describedby": "error-operands" });
    input.value = this.operands;
    input.addEventListener("input", () => { this.operands = input.value; this.changed(); });
    const error = el("p", { class: "error", id: "error-operands", hidden: "" });
    const row = el("div", { class: "field" }, el("label", { for: "operands" }, operands, " ", el("small", {}, "required")), input, error);
    this.rows.set("", { option: { name: "", summary: "", help: "" }, row, control: input, error });
    return [row];
  }

  row(option) {
    const { name, required, summary } = option;
    const control = this.control(option);
    const error = el("p", { class: "error", id: `error-${id(name)}`, hidden: "" });
    const hint = el("p", { class: "hint", id: `hint-${id(name)}` }, summary);
    control.id = id(name);
    control.setAttribute("aria-describedby", `${hint.id} ${error.id}`);
    const label = el("label", { for: control.id }, el("code", {}, name), ...(required ? [" ", el("small", {}, "required")] : []));
    const head = option.kind === "flag" ? [control, label] : [label, control];
    const row = el("div", { class: `field ${option.kind}`, "data-option": name }, ...head, hint, ...this.more(option), error);
    this.rows.set(name, { option, row, control, error });
    return row;
  }

  // All that is known of the option, folded away.
  more(option) {
    const rules = this.command.rules.filter(({ options }) => options.some(({ name }) => name === option.name));
    const facts = [];
    if (option.help !== option.summary) facts.push(`${option.help}.`);
    if (option.maximum !== null) facts.push(`From ${option.minimum} to ${option.maximum}${option.multiple > 1 ? `, a multiple of ${option.multiple}` : ""}.`);
    if (option.list) facts.push(option.choices || option.kind === "graph" ? "Several, with commas between them."
      : "Several, with commas between them, or a range first:last:step.");
    if (option.traffic) facts.push(`With --traffic ${option.traffic.join(", ")}.`);
    for (const { options, when, reason } of rules) {
      const { value } = options.find(({ name }) => name === option.name);
      facts.push(`${value ? `${value} is refused` : "Refused"} ${when || "always"}: ${reason}.`);
    }
    if (facts.length === 0) return [];
    return [el("details", { class: "more" }, el("summary", { "aria-label": `More on ${option.name}` }, "more"),
      ...facts.map((fact) => el("p", {}, fact)))];
  }

  control(option) {
    const { name, kind, choices, list, form } = option;
    const fallback = option.default === null ? "" : `${option.default} by default`;
    if (choices && !list) {
      const select = el("select", {}, el("option", { value: "" }, fallback || "not set"),
        ...choices.map((word) => el("option", { value: word }, word)));
      select.value = this.values.get(name) ?? "";
      select.addEventListener("change", () => this.take(name, select.value));
      return select;
    }
    if (kind === "flag") {
      const box = el("input", { type: "checkbox" });
      box.checked = this.values.has(name);
      box.addEventListener("change", () => this.take(name, box.checked || ""));
      return box;
    }
    const input = el("input", { placeholder: fallback || (choices ? choices.slice(0, 3).join(",") : form) });
    if (form.startsWith("FILE") && kind !== "output") input.setAttribute("list", "file-names");
    if (["whole", "probability", "positive-probability", "cycles"].includes(kind) && !list) input.inputMode = "decimal";
    input.value = this.values.get(name) ?? "";
    input.addEventListener("input", () => this.take(name, input.value.trim()));
    return input;
  }

  take(name, value) {
    if (value === "") this.values.delete(name);
    else this.values.set(name, value);
    for (const [preset, given] of kPresets)  // nobody has asked for it
      if (this.values.get(preset) === given && preset !== name && !this.applies(this.rows.get(preset).option)) this.clear(preset);
    this.fault(name, "");
    this.refresh();
    this.changed();
  }

  clear(name) {
    this.rows.get(name).control.value = "";
    this.values.delete(name);
  }

  // Shows the options that go with what is set, or that have the words that are looked for.
  refresh() {
    const words = this.found.toLowerCase().split(/\s+/).filter((word) => word);
    for (const { option, row } of this.rows.values()) {
      const text = `${option.name} ${option.help}`.toLowerCase();
      const isSet = this.values.has(option.name) || option.name === "";
      row.hidden = words.length > 0 ? !words.every((word) => text.includes(word)) : !isSet && !this.applies(option);
      row.classList.toggle("set", this.values.has(option.name));
    }
    for (const details of this.place.querySelectorAll(".topic")) {
      const rows = [...details.querySelectorAll(".field")];
      const count = rows.filter((row) => row.classList.contains("set")).length;
      details.count.textContent = count > 0 ? ` ${count} set` : "";
      details.hidden = rows.every((row) => row.hidden);
      if (words.length > 0) details.open = true;
    }
  }

  find(words) {
    this.found = words;
    this.refresh();
  }

  offer(names) { this.files.replaceChildren(...names.map((name) => el("option", { value: name }))); }

  // ---- faults

  // The text is shown at the option; an empty one takes it away. Whether there is such an option.
  fault(name, text) {
    const found = this.rows.get(name === "command line" || name === "result" ? "" : named(name));
    if (!found) return false;
    const { row, control, error } = found;
    error.textContent = text;
    error.hidden = !text;
    if (text) {
      control.setAttribute("aria-invalid", "true");
      row.hidden = false;
      for (let at = row.parentElement; at !== this.place; at = at.parentElement) {
        if (at.tagName === "DETAILS") at.open = true;
        at.hidden = false;
      }
    } else control.removeAttribute("aria-invalid");
    return true;
  }

  // What standard error says of options: `toroid: error: [PLACE: ]FIELD: [VALUE: ]text`. The first field
  // with a fault gets the focus. Returns how many were found.
  blame(errors) {
    for (const name of this.rows.keys()) this.fault(name, "");
    let first = null;
    let count = 0;
    for (const [, text] of errors.matchAll(/^toroid: error: (.*)$/gm)) {
      const parts = text.split(": ");
      const at = parts.findIndex((part) => this.rows.has(named(part)) || part === "command line" || part === "result");
      if (at < 0 || at > 2 || !this.fault(parts[at], parts.slice(at + 1).join(": "))) continue;
      first ??= this.place.querySelector("[aria-invalid]");
      ++count;
    }
    first?.focus();
    return count;
  }
}
