// Opens the page that runs toroid in Chromium, and uses it as a visitor does: what it prints and writes is
// what the native program prints and writes.
//
// Usage: node page.mjs CHROMIUM TOROID PAGE FOLDER; PAGE is the static folder of the page, FOLDER gets
// screenshots and what is downloaded.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { launch } from "./chromium.mjs";
import { serve } from "./server.mjs";

const [chromium, toroid, site, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { kExamples } = await import(pathToFileURL(join(resolve(site), "examples.js")));
const { lineOf, textOf: textOfLine } = await import(pathToFileURL(join(resolve(site), "line.js")));
const kMostBytes = 2_000_000; // compressed
const server = await serve(site);
let browser = launch(chromium);

const filesOf = (place) => readdirSync(place, { recursive: true }).filter((name) => statSync(join(place, name)).isFile()).sort();
// What depends on the machine.
const steady = (text) => text.replace(/^ *speed .*\n/m, "").replace(/"speed": ?\{[^}]*\}/, "");

// What the native program says of a line, in a folder with the page's examples and these files.
function native({ words }, files = {}) {
  const place = mkdtempSync(join(tmpdir(), "toroid-page."));
  cpSync(join(site, "examples"), place, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  const { status, stdout, stderr } = spawnSync(toroid, words, { cwd: place, encoding: "utf8", maxBuffer: 1 << 30 });
  return { code: status, stdout, stderr, place };
}

async function newPage(hash = "") {
  const page = await browser.newPage(server.url);
  await page.resize(1400, 900);
  await page.open(server.url + hash);
  await page.until(() => document.body.dataset.ready);
  return page;
}
const textOf = (page, selector) => page.one(selector, (element) => element?.textContent ?? null);
const said = (page) => textOf(page, "#status");
const printed = (page) => textOf(page, "#printed pre.text");
const ended = (page) => page.until(() => !document.body.classList.contains("running"));
async function run(page) {
  await page.click("#run");
  await ended(page);
}
const setLine = (page, text) => page.evaluate((given) => {
  const area = document.getElementById("line");
  area.value = given;
  area.dispatchEvent(new Event("change"));
}, text);
const type = (page, text) => page.send("Input.insertText", { text });
async function tabTo(page, selector) {
  for (let i = 0; i < 150; ++i) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.press("Tab", 9);
  }
  assert.fail(`the Tab key does not reach ${selector}`);
}
async function finish(page) {
  assert.deepEqual(page.errors, [], "on the console, or fetched from elsewhere");
  await page.close();
}

const kTests = {
  "is small": async () => {
    const bytes = filesOf(site).reduce((sum, name) => sum + gzipSync(readFileSync(join(site, name)), { level: 9 }).length, 0);
    console.log(`        ${(bytes / 1e6).toFixed(2)} MB with gzip`);
    assert.ok(bytes <= kMostBytes, `has ${bytes} bytes with gzip`);
  },

  // Its time from a browser's start is for reading.
  "shows a first result": async () => {
    const cold = launch(chromium);
    const page = await cold.newPage(server.url);
    const start = performance.now();
    await page.open(server.url);
    await page.until(() => document.body.dataset.ready);
    await page.one("#run", (button) => button.click());
    await page.until(() => document.querySelector("#printed pre.text"));
    console.log(`        ${((performance.now() - start) / 1000).toFixed(2)} s`);
    await cold.close();
  },

  "writes Verilog that Icarus compiles, as a zip": async () => {
    const page = await newPage();
    await page.evaluate(() => {
      const host = document.getElementById("option-host");
      host.value = "torus:3x4";
      host.dispatchEvent(new Event("input"));
    });
    const text = await page.one("#line", (area) => area.value);
    assert.equal(text, "toroid generate --host torus:3x4 --target ecp5 --out my-network");
    await run(page);
    assert.match(await said(page), /^Exit code 0: done and right\..* 40 files\./);
    const expected = native(lineOf(text));
    assert.equal(await printed(page), expected.stdout);
    assert.match(await textOf(page, "#viewer .listing"), /module toroid_top/);
    const place = join(folder, "downloads");
    mkdirSync(place);
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: place });
    await page.click("#zip");
    const zip = join(place, "my-network.zip");
    for (let i = 0; i < 300 && !existsSync(zip); ++i) await pause(20);
    execFileSync("unzip", ["-q", zip, "-d", place]);
    const unpacked = join(place, "my-network");
    assert.deepEqual(filesOf(unpacked), filesOf(join(expected.place, "my-network")));
    for (const name of filesOf(unpacked))
      assert.deepEqual(readFileSync(join(unpacked, name)), readFileSync(join(expected.place, "my-network", name)), name);
    const sources = filesOf(join(unpacked, "rtl")).filter((name) => name.endsWith(".v")).map((name) => join(unpacked, "rtl", name));
    execFileSync("iverilog", ["-g2005", "-Wall", "-o", join(place, "network.vvp"), ...sources]);
    await finish(page);
  },

  "gives what the native program gives for every example": async () => {
    const page = await newPage();
    const results = {};
    let compared = 0;
    for (const [, examples] of kExamples) {
      for (const [title, text] of examples) {
        await page.evaluate((wanted) => {
          const menu = document.getElementById("examples");
          menu.value = [...menu.options].find((option) => option.textContent === wanted).value;
          menu.dispatchEvent(new Event("change"));
        }, title);
        const line = lineOf(text);
        await page.until((wanted) => document.getElementById("line").value === wanted, textOfLine(line));
        await run(page).catch((error) => assert.fail(`${text}: ${error.message}`));
        const expected = native(line, results);
        if (line.keep) results[line.keep] = expected.stdout;
        assert.match(await said(page), new RegExp(`^Exit code ${expected.code}:`), `${text}: ${await textOf(page, "#printed")}`);
        assert.ok(steady(await printed(page) ?? "") === steady(expected.stdout), `${text} prints something else`);
        const files = await page.all("#output-list button.file", (buttons) => buttons.length);
        assert.equal(files, filesOf(expected.place).length - filesOf(join(site, "examples")).length - Object.keys(results).length + (line.keep ? 1 : 0), text);
        ++compared;
      }
    }
    console.log(`        ${compared} examples`);
    assert.ok(compared > 20);
    await finish(page);
  },

  "has a link that gives the same again": async () => {
    const text = "toroid simulate --host torus:4x4 --dead-links '0>1,2-3' --traffic uniform --rate 0.2 --engine model --report run.html";
    const page = await newPage();
    await setLine(page, text);
    assert.equal(await page.one("#option-dead-links", (input) => input.value), "0>1,2-3");
    assert.equal(await page.one("#option-traffic", (select) => select.value), "uniform");
    await run(page);
    const before = await printed(page);
    const again = await newPage(await page.evaluate(() => location.hash));
    assert.equal(await again.one("#line", (area) => area.value), text);
    await run(again);
    assert.equal(steady(await printed(again)), steady(before));
    assert.match(before, /passed/);
    await finish(page);
    await finish(again);
  },

  "shows faults at their options": async () => {
    const page = await newPage();
    await setLine(page, "toroid simulate --host torus:8y8 --traffic uniform --rate 2 --engine model");
    await run(page);
    const expected = native(lineOf("simulate --host torus:8y8 --traffic uniform --rate 2 --engine model"));
    assert.equal(expected.code, 2);
    assert.equal(await textOf(page, "#printed pre.errors"), expected.stderr);
    assert.match(await said(page), /^Exit code 2: bad input\..*2 faults in the form/);
    assert.match(await textOf(page, "#error-option-rate"), /^2: is out of range/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "option-host");
    await setLine(page, "toroid generate --host torus:4x4 --router scheduled --relay --out net");
    await page.evaluate(() => document.querySelectorAll("details.topic").forEach((one) => { one.open = false; }));
    await run(page);
    assert.ok(await page.one("#option-relay", (box) => box.checkVisibility() && box.getAttribute("aria-invalid") === "true"), "the option is folded away");
    await setLine(page, "toroid map --colour red");
    assert.match(await said(page), /cannot show --colour/);
    await run(page);
    assert.match(await textOf(page, "#printed pre.errors"), /--colour: is not an option/);
    await page.screenshot(join(folder, "faults.png"));
    await finish(page);
  },

  "asks for what goes with what is set": async () => {
    const page = await newPage();
    await setLine(page, "toroid simulate --host torus:4x4 --traffic uniform");
    const isShown = (id) => page.one(`#${id}`, (control) => control && !control.closest(".field").hidden);
    assert.deepEqual([await isShown("option-rate"), await isShown("option-sets")], [true, false]);
    await setLine(page, "toroid simulate --host torus:4x4 --guest torus:4x4 --embedding identity --traffic permutation");
    assert.deepEqual([await isShown("option-rate"), await isShown("option-sets")], [false, true]);
    await page.one("#command-sweep", (radio) => radio.click());
    assert.match(await page.one("#line", (area) => area.value), /^toroid sweep --host torus:4x4 .*--engine model .*--report report\.html/);
    await page.one("#filter", (input) => { input.value = "saturat"; input.dispatchEvent(new Event("input")); });
    const found = await page.all(".field", (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.dataset.option));
    assert.ok(found.includes("--shortfall") && !found.includes("--host"), `${found}`);
    await finish(page);
  },

  "stops, and never freezes": async () => {
    const page = await newPage();
    await setLine(page, "toroid simulate --host torus:16x16 --traffic uniform --rate 0.2 --cycles 10000000 --engine model");
    await page.click("#run");
    const longest = await page.evaluate(async () => {
      let [last, most] = [performance.now(), 0];
      for (const end = last + 2000; last < end;) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        [most, last] = [Math.max(most, performance.now() - last), performance.now()];
      }
      return most;
    });
    console.log(`        at most ${longest.toFixed(0)} ms without an answer during a run`);
    assert.ok(longest < 500, `the page stands still for ${longest} ms`);
    assert.notEqual(await textOf(page, "#clock"), "", "no progress");
    await page.click("#stop");
    assert.match(await said(page), /^Stopped/);
    await setLine(page, "toroid check --host ring:8");
    await run(page);
    assert.match(await said(page), /^Exit code 0/);
    await finish(page);
  },

  "takes files, and keeps them here": async () => {
    const page = await newPage();
    const { root } = await page.send("DOM.getDocument");
    const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#pick" });
    await page.send("DOM.setFileInputFiles", { nodeId, files: [join(resolve(site), "examples", "messages.csv")] });
    await page.until(() => document.querySelector("#input-list li"));
    const text = "toroid simulate --host torus:4x4 --traffic trace --trace messages.csv --engine model";
    await setLine(page, text);
    assert.deepEqual(await page.all("#file-names option", (options) => options.map((option) => option.value)), ["messages.csv"]);
    await run(page);
    assert.equal(steady(await printed(page)), steady(native(lineOf(text)).stdout));
    await page.click("#input-list button");
    await run(page);
    assert.match(await textOf(page, "#error-option-trace"), /messages\.csv/);
    await finish(page);
  },

  "shows the report, in a sandbox": async () => {
    const page = await newPage("#simulate+--host+torus:4x4+--traffic+uniform+--engine+model+--report+run.html");
    await run(page);
    let seen = null;
    for (let i = 0; i < 300 && !(seen?.marks > 0); ++i) {
      seen = await page.children.get("iframe")?.run(`({ marks: document.querySelectorAll(".mark").length,
        player: document.querySelectorAll('[data-view="player"] canvas').length, origin: self.origin })`).catch(() => null);
      await pause(20);
    }
    assert.ok(seen?.marks > 0, "the report is not drawn");
    assert.deepEqual([seen.player, seen.origin], [1, "null"]);
    await page.screenshot(join(folder, "report.png"));
    await page.open(`${server.url}frame.html`); // without a sandbox it takes nothing from anybody
    assert.equal(await page.evaluate(async () => {
      postMessage("<p>taken</p>", "*");
      await new Promise((resolve) => setTimeout(resolve, 200));
      return document.body.textContent.trim();
    }), "");
    await finish(page);
  },

  "works by keyboard alone": async () => {
    const page = await newPage();
    await tabTo(page, "#option-host");
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2, commands: ["selectAll"] });
    await type(page, "ring:6");
    await page.press("Enter", 13, "\r");
    await page.until(() => document.querySelector("#printed pre.text"));
    await ended(page);
    assert.match(await page.one("#line", (area) => area.value), /--host ring:6/);
    await tabTo(page, "#output-list button.file");
    await page.press("Enter", 13, "\r");
    await tabTo(page, "#viewer .listing");
    await finish(page);
  },

  "fits a phone, in the light and in the dark, with a name for every control": async () => {
    const page = await newPage("#generate+--host+torus:4x4+--out+network");
    await run(page);
    await page.run(axe, false);
    for (const [width, height] of [[1400, 900], [360, 740]]) {
      await page.resize(width, height);
      for (const scheme of ["light", "dark"]) {
        await page.prefer(scheme, "reduce");
        await page.evaluate(() => document.querySelectorAll("details.topic").forEach((one) => { one.open = innerWidth > 400; }));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `is ${wide} pixels wider than ${width}`);
        const found = await page.evaluate(async () => (await window.axe.run({ iframes: false })).violations.map((violation) =>
          `${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`));
        assert.deepEqual(found, [], `axe-core, ${scheme}, ${width}`);
        await page.screenshot(join(folder, `page-${width}-${scheme}.png`));
      }
    }
    await finish(page);
  },
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let failures = 0;
for (const [name, test] of Object.entries(kTests)) {
  try {
    await test();
    console.log(`ok      the page ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  the page ${name}: ${error.message}`);
  }
}
await browser.close();
server.close();
console.log(`${Object.keys(kTests).length - failures} of ${Object.keys(kTests).length} checks of the page pass`);
process.exit(failures === 0 ? 0 : 1);
