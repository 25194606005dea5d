// The page: what is set becomes a line, the line is run in a worker, and what comes back is shown.
import { Engine } from "./engine.js";
import { kExamples } from "./examples.js";
import { Inputs, Outputs, save } from "./files.js";
import { Form } from "./form.js";
import { lineOf, lineOfLink, linkOf, textOf } from "./line.js";

const kNeedsTools = ["doctor"]; // commands that are about the tools of a computer
const at = (id) => document.getElementById(id);
const engine = new Engine();
const inputs = new Inputs(at("input-list"), (names) => form?.offer(names));
const outputs = new Outputs(at("outputs"), at("output-list"), at("viewer"), at("zip"), (name, bytes) => {
  inputs.add(name, bytes);
  say(`${name} is among your files.`);
});
let form = null;
let table = null;
let typed = null; // a line that the form cannot show
let isRunning = false;

const say = (text) => { at("status").textContent = text; };
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// ---- the line

const line = () => typed ?? form.line();

function showLine() {
  const text = textOf(line());
  if (at("line") !== document.activeElement) at("line").value = text;
  history.replaceState(null, "", linkOf(line()));
  document.title = `${text.length > 60 ? `${text.slice(0, 60)}…` : text} · toroid in the browser`;
  at("summary").textContent = `${form.command.name}: ${form.command.summary}.`;
  for (const radio of document.querySelectorAll('#commands input')) radio.checked = radio.value === form.command.name;
}

// Sets the form, if it can show the line.
function setLine(given) {
  const unknown = form.set(given);
  typed = unknown ? given : null;
  at("ask").classList.toggle("unlike", typed !== null);
  say(typed ? `The form cannot show ${unknown}; the line is run as it is.` : "");
  showLine();
}

function changed() {
  typed = null;
  at("ask").classList.remove("unlike");
  showLine();
}

// ---- a run

function showPrinted({ stdout, stderr, code }, ran) {
  const { keep } = ran;
  const bar = el("p", { class: "buttons" });
  const name = keep || (stdout.startsWith("{") ? "result.json" : "result.txt");
  button(bar, "Copy", () => copy(stdout, "The output"));
  button(bar, "Download", () => save(name, [stdout], "text/plain"));
  if (!keep) button(bar, "Use as input", () => { inputs.add(name, new TextEncoder().encode(stdout)); say(`${name} is among your files.`); });
  const text = (label, content, kind) => el("pre", { class: kind, tabindex: 0, role: "group", "aria-label": label }, content);
  at("printed").replaceChildren(el("h2", {}, "Output"), el("p", { class: "hint" }, el("code", {}, textOf(ran))),
    ...(stderr ? [text("Standard error", stderr, code > 1 ? "errors" : "notes")] : []),
    ...(stdout ? [text("Standard output", stdout, "text"), bar] : []));
  at("printed").hidden = false;
}

function showReport(files) {
  const [, bytes] = [...files].find(([name]) => name.endsWith(".html")) ?? [];
  at("report").hidden = !bytes;
  const frame = el("iframe", { id: "frame", title: "Report", sandbox: "allow-scripts", src: "frame.html" });
  if (bytes) frame.addEventListener("load", () => frame.contentWindow.postMessage(new TextDecoder().decode(bytes), "*"), { once: true });
  at("frame").replaceWith(frame);
}

function show(result, seconds, ran) {
  const { keep } = ran;
  const meaning = table.exit_codes.find(({ code }) => code === result.code)?.meaning ?? "ended by a failure";
  const faults = form.blame(result.stderr);
  if (keep && result.code < 2) inputs.add(keep, new TextEncoder().encode(result.stdout));
  showPrinted(result, ran);
  showReport(result.files);
  outputs.show(result.files);
  at("printed").classList.toggle("failed", result.code !== 0);
  say(`Exit code ${result.code}: ${meaning}. ${seconds.toFixed(seconds < 10 ? 2 : 0)} s${result.files.size > 0 ? `, ${plural(result.files.size, "file")}` : ""}${keep ? `, the output is in ${keep}` : ""}.${faults > 0 ? ` ${plural(faults, "fault")} in the form.` : ""}`);
  if (faults === 0 && matchMedia("(max-width: 62rem)").matches) at("answer").scrollIntoView();
}

async function run() {
  if (isRunning || !form) return;
  if (document.activeElement === at("line")) setLine(lineOf(at("line").value));
  const ran = line();
  setRunning(true);
  say("Running.");
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  let progress = "";
  const tick = () => { at("clock").textContent = `${elapsed().toFixed(0)} s ${progress}`; };
  const clock = setInterval(tick, 500);
  try {
    const result = await engine.run(ran.words, inputs.files, (text) => { progress = text; tick(); });
    if (result) show(result, elapsed(), ran);
    else say(`Stopped after ${elapsed().toFixed(1)} s.`);
  } catch (error) {
    say(`The run has failed: ${error.message}. There may be too little memory in the browser.`);
    engine.stop();
  }
  clearInterval(clock);
  at("clock").textContent = "";
  setRunning(false);
}

function setRunning(now) {
  isRunning = now;
  at("run").disabled = now;
  at("stop").disabled = !now;
  at("answer").setAttribute("aria-busy", now);
  document.body.classList.toggle("running", now);
}

// ---- the rest of the page

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // not allowed, or not a secure page
    const area = el("textarea", {}, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`${what} is copied.`);
}

function choose(command) {
  form.show(command);
  form.preset();
  changed();
}

function drawCommands() {
  for (const { name, summary } of table.commands) {
    if (kNeedsTools.includes(name)) continue;
    const radio = el("input", { type: "radio", name: "command", value: name, id: `command-${name}` });
    radio.addEventListener("change", () => choose(name));
    at("commands").append(radio, el("label", { for: radio.id, title: summary }, name));
  }
}

async function takeExample([, text, files = []]) {
  for (const name of files)
    inputs.add(name, new Uint8Array(await (await fetch(`examples/${name}`)).arrayBuffer()));
  setLine(lineOf(text));
}

function drawExamples() {
  const all = kExamples.flatMap(([, examples]) => examples);
  for (const [group, examples] of kExamples)
    at("examples").append(el("optgroup", { label: group }, ...examples.map((one) =>
      el("option", { value: all.indexOf(one) }, one[0]))));
  at("examples").addEventListener("change", () => {
    if (at("examples").value) takeExample(all[Number(at("examples").value)]);
  });
}

function listenForFiles() {
  const isFiles = (event) => [...event.dataTransfer?.types ?? []].includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    at("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) at("drop").hidden = true; });
  addEventListener("drop", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    at("drop").hidden = true;
    inputs.take(event.dataTransfer.files);
  });
  at("pick").addEventListener("change", async () => {
    await inputs.take(at("pick").files);
    at("pick").value = "";
  });
}

function listen() {
  at("ask").addEventListener("submit", (event) => { event.preventDefault(); run(); });
  at("filter").addEventListener("input", () => form.find(at("filter").value));
  at("line").addEventListener("change", () => setLine(lineOf(at("line").value)));
  at("line").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    run();
  });
  at("stop").addEventListener("click", () => engine.stop());
  at("copy").addEventListener("click", () => copy(textOf(line()), "The command line"));
  at("link").addEventListener("click", () => copy(location.href, "The link"));
  at("whole").addEventListener("click", () => {
    const isWhole = document.body.classList.toggle("whole");
    at("whole").setAttribute("aria-pressed", isWhole);
  });
  addEventListener("hashchange", () => setLine(lineOfLink(location.hash)));
  listenForFiles();
}

async function start() {
  say("Loading toroid.");
  try {
    table = JSON.parse((await engine.run(["help", "--format", "json"], new Map())).stdout);
  } catch (error) {
    say(`toroid does not start: ${error.message}. The page needs a web server and a browser with WebAssembly.`);
    return;
  }
  at("version").textContent = table.version;
  drawCommands();
  drawExamples();
  form = new Form(table, at("options"), changed);
  listen();
  setLine(location.hash.length > 1 ? lineOfLink(location.hash) : lineOf(kExamples[0][1][0][1]));
  form.offer([...inputs.files.keys()]);
  at("run").disabled = false;
  document.body.dataset.ready = "true";
}

start();
