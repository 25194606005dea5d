// Opens reports of many shapes in Chromium, and looks at them as a reader does: no error on the
// console, nothing fetched, as many marks as the data have, with their values, a slider that works,
// and nothing that axe-core objects to, in the light and in the dark.
//
// Usage: node check.mjs CHROMIUM FOLDER; the folder has pages, NAME.html, made of the results
// NAME.json or NAME.*.json, and gets a screenshot of each.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { launch } from "./chromium.mjs";

const [chromium, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kMostBytes = 5 * 1024 * 1024;

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const loadsOf = (links) => links.loads.map((link) => link[2]);
const linksOf = (host) => {
  const wraps = (length) => host.kind === "torus" && length > 2;
  return sum(host.shape.map((length) => 2 * (host.size / length) * (wraps(length) ? length : length - 1)));
};
const isDrawn = (host) => host.shape.length <= 3 && 2 * host.size * host.shape.length <= 2600;

// The cells that a matrix must show: the largest load for each port of each column.
function cellsOf(result) {
  const { host, links } = result;
  const columns = Math.min(host.size, 128);
  const largest = new Map();
  for (const [from, to, load] of links.loads) {
    let [axis, stride] = [host.shape.length - 1, 1];
    while (Math.floor(from / stride) % host.shape[axis] === Math.floor(to / stride) % host.shape[axis])
      stride *= host.shape[axis--];
    const length = host.shape[axis];
    const step = (Math.floor(to / stride) - Math.floor(from / stride) + length) % length;
    const key = `${Math.floor(from * columns / host.size)} ${axis} ${length > 2 && step !== 1}`;
    largest.set(key, Math.max(largest.get(key) ?? 0, load));
  }
  return [largest.size, sum([...largest.values()])];
}
const networkOf = (result) => isDrawn(result.host) ? [linksOf(result.host), sum(loadsOf(result.links))]
  : result.links.omitted === 0 ? cellsOf(result) : null;

// The marks that the views must have: [number, sum of their values]; null: not checked.
const kExpected = {
  map: (result) => ({
    network: networkOf(result),
    spectrum: [Object.keys(result.metrics.dilation.spectrum).length, result.metrics.edges],
  }),
  schedule: (result) => ({
    network: networkOf(result),
    "space-time": [result.uses.length, sum(result.uses.map((use) => use[3]))],
  }),
  simulate: (result) => ({
    network: networkOf(result),
    latency: [result.latency.histogram.counts.length, result.messages.delivered],
    ...(result.trace ? { ranks: [result.trace.ranks.length, sum(result.trace.ranks.map((rank) => rank.finish ?? 0))] } : {}),
    ...(result.iterations.length > 1 && result.iterations.length <= 200
      ? { iterations: [result.iterations.length, sum(result.iterations.map((one) => one.cycles ?? one.reference_cycles))] } : {}),
  }),
  cost: (result) => result.collective
    ? { methods: [result.rows.length * (Object.keys(result.rows[0].methods).length + 1), null] }
    : { cost: [2 * result.rows.length, sum(result.rows.map((row) => row.cost + row.cycles))] },
  sweep: (result) => ({
    throughput: [result.rows.length, sum(result.rows.map((row) => row.accepted))],
    "latency-load": [result.rows.length, sum(result.rows.map((row) => row.latency))],
  }),
};

const cellsOfNodes = (result) => result.rows.filter((row) => row.ice40).map((row) => row.ice40[0]);
const clocksOf = (result) => result.rows.filter((row) => row.mhz !== null).map((row) => row.mhz);
kExpected.synth = (result) => ({
  "look-up-tables": [cellsOfNodes(result).length, sum(cellsOfNodes(result))],
  clock: [clocksOf(result).length, sum(clocksOf(result))],
});
const movingRuns = (result) => result.rows.flatMap((row) => row.runs).filter((run) => run.traffic === "all-reduce");
kExpected.chip = (result) => ({
  gates: [result.rows.length, sum(result.rows.map((row) => row.kge))],
  "cell-clock": [result.rows.length, sum(result.rows.map((row) => row.mhz))],
  "idle-energy": [result.rows.length, sum(result.rows.map((row) => row.runs[0].idle))],
  "flit-hop": [movingRuns(result).length, sum(movingRuns(result).map((run) => run.flit_hop))],
});

const near = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));

// Marks of a view in a section: how many, and the sum of their values.
const marksOf = (page, section, view) => page.evaluate((index, name) => {
  const figure = document.querySelectorAll("section.result")[index].querySelector(`[data-view="${name}"]`);
  if (!figure) return null;
  const marks = [...figure.querySelectorAll(".mark")];
  return [marks.length, marks.reduce((total, mark) => total + Number(mark.dataset.value), 0)];
}, section, view);

async function checkMarks(page, results) {
  let compared = 0;
  for (const [index, result] of results.entries()) {
    for (const [view, expected] of Object.entries(kExpected[result.command](result))) {
      const seen = await marksOf(page, index, view);
      assert.ok(seen, `${view}: is not there`);
      assert.ok(seen[0] > 0, `${view}: has no marks`);
      if (!expected) continue;
      assert.equal(seen[0], expected[0], `${view}: marks`);
      if (expected[1] !== null) assert.ok(near(seen[1], expected[1]), `${view}: ${seen[1]}, not ${expected[1]}`);
      ++compared;
    }
  }
  assert.ok(compared > 0, "no view was compared");
}

// Conflicts are in red exactly where messages share a cycle of a link.
async function checkConflicts(page, results) {
  for (const [index, result] of results.entries()) {
    if (result.command !== "schedule") continue;
    const red = await page.evaluate((i) => document.querySelectorAll("section.result")[i]
      .querySelectorAll(".use.conflict").length, index);
    const byLink = new Map();
    for (const [, from, to, cycle] of result.uses) {
      const key = `${from} ${to}`;
      byLink.set(key, [...(byLink.get(key) ?? []), cycle]);
    }
    const meet = sum([...byLink.values()].map((cycles) => cycles.filter((cycle, i) =>
      cycles.some((other, j) => i !== j && Math.abs(other - cycle) < result.message_flits)).length));
    assert.equal(red, meet, "uses in red");
  }
}

// The values at the steps of the slider: the loads of each iteration, the crossings of links in each
// window of a run, or the links in use in each cycle of a schedule.
function stepsOf(result) {
  const steps = {};
  if (result.command === "simulate" && result.iterations.length > 1)
    steps.Iteration = result.iterations.map((one) => sum(loadsOf(result.link_patterns[one.link_pattern])));
  if (result.command === "simulate" && result.link_windows)
    steps.Cycle = result.link_windows.loads[0][2].map((_, i) =>
      sum(result.link_windows.loads.map(([, , flits]) => flits[i])));
  if (result.command === "schedule") {
    const isUsed = (cycle) => ([, , , first]) => first <= cycle && cycle < first + result.message_flits;
    const cycles = Math.max(...result.uses.map((use) => use[3])) + result.message_flits;
    steps.Cycle = Array.from({ length: cycles }, (_, cycle) => result.uses.filter(isUsed(cycle)).length);
  }
  return steps;
}

// Each step shows its own loads, the play button moves on, and stops.
async function checkSlider(page, results) {
  const all = isDrawn(results[0].host ?? { shape: [2], size: 1e9 }) ? Object.entries(stepsOf(results[0])) : [];
  for (const [name, steps] of all) {
    if (all.length > 1) await page.evaluate((chosen) => {
      const select = document.querySelector('select:has(option[value="Iteration"])');
      select.value = chosen;
      for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
    }, name);
    const slider = `input[type="range"][aria-label="${name}"]`;
    assert.equal(await page.one(slider, (input) => Number(input?.max)), steps.length, `steps by ${name}`);
    for (const [i, expected] of steps.slice(0, 12).entries()) {
      await page.one(slider, (input) => input.focus());
      await page.press("ArrowRight", 39);
      const [, total] = await marksOf(page, 0, "network");
      assert.equal(total, expected, `step ${i + 1} of the slider by ${name}`);
    }
    const before = await page.one(slider, (input) => Number(input.value));
    const play = '[data-view="network"] .controls button';
    await page.click(play);
    await page.until((old) => Number(document.querySelector('input[type="range"]').value) !== old, before);
    await page.click(play);
    assert.equal(await page.one(play, (button) => button.textContent), "Play");
  }
}

// Numbers in full, and as the ticks of axes have them.
const kNumbers = [
  [0.001, "0.001", "0.001"], [1, "1", "1"], [99, "99", "99"], [100, "100", "100"],
  [0.1 + 0.2, "0.3", "0.3"], [123.456, "123.5", "123.456"], [1234, "1,234", "1.234k"],
  [1234.5, "1,234.5", "1.2345k"], [123456.78, "123,456.8", "123.457k"],
  [1e6, "1,000,000", "1M"], [1e9, "1,000,000,000", "1G"], [1e12, "1,000,000,000,000", "1T"],
];

async function checkNumbers(page) {
  const told = await page.evaluate((numbers) => numbers.map(([one]) => [one, number(one), tickText(one)]), kNumbers);
  assert.deepEqual(told, kNumbers);
  const ticks = await page.all(".axis .tick text", (texts) => texts.map((text) => text.textContent));
  assert.deepEqual(ticks.filter((text) => /\de[+-]/.test(text)), [], "ticks with an exponent");
}

// With a chart in focus the arrow keys tell each mark; the numbers are a table.
async function checkKeyboard(page) {
  await page.one(".chart:has(.mark)", (chart) => chart.focus());
  await page.press("ArrowRight", 39);
  const told = await page.one("#tip", (tip) => [tip.hidden, tip.textContent]);
  assert.equal(told[0], false, "the arrow key shows nothing");
  assert.match(told[1], /\d/);
  await page.click("details.numbers summary");
  await page.until(() => document.querySelector("details[open] tbody tr"));
}

// On a phone the page is as wide as the screen, and what is drawn on less than 600 pixels is whole.
async function checkPhone(page) {
  await page.resize(390, 844);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "is wider than a phone");
  const cut = await page.all(".chart", (charts) => charts.filter((chart) => {
    const svg = chart.querySelector("svg");
    return svg && svg.viewBox.baseVal.width < 600 && chart.scrollWidth > chart.clientWidth;
  }).map((chart) => chart.getAttribute("aria-label")));
  assert.deepEqual(cut, [], "cut on a phone");
  await page.resize(1400, 900);
}

async function checkAccess(page, scheme) {
  await page.prefer(scheme);
  const found = await page.evaluate(async () => (await window.axe.run()).violations.map((violation) =>
    `${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`));
  assert.deepEqual(found, [], `axe-core, ${scheme}`);
}

// What each rank does when: as much area of each colour as cycles of it.
async function checkRanks(page, results) {
  for (const { trace } of results.filter((result) => result.trace)) {
    const seen = await page.all('[data-view="ranks"] path.use', (paths) => paths.map((path) => path.getAttribute("d")));
    const [calculating, sending] = [0, 1].map((kind) => seen.filter((_, i) => i % 2 === kind));  // by rank
    for (const [drawn, kind] of [[calculating, "calculating"], [sending, "sending"]])
      assert.deepEqual(drawn.map((d) => (d.match(/M/g) ?? []).length),
        trace.windows[kind].map((cycles) => cycles.filter((one) => one > 0).length), kind);
  }
}

// Networks of a sweep have names of their own, and each its tile, or its line of a table.
async function checkNames(page, results) {
  for (const result of results.filter(({ command }) => command === "sweep")) {
    const count = result.networks.length;
    const names = await page.all('[data-view="throughput"] .legend li', (items) => items.map((item) => item.textContent));
    const own = new Set(names.filter((name) => name !== "saturated"));
    assert.equal(own.size, count, `names: ${[...own]}`);
    assert.ok([...own].every((name) => name.trim()), "a network without a name");
    assert.equal(await page.all(".facts > div", (found) => found.length), count <= 6 ? count : 0, "tiles");
    assert.equal(await page.all('[data-view="saturations"] tbody tr', (found) => found.length), count <= 6 ? 0 : count, "lines");
  }
}

async function checkPage(browser, name) {
  const file = join(folder, `${name}.html`);
  assert.ok(statSync(file).size <= kMostBytes, `has ${statSync(file).size} bytes`);
  const results = readdirSync(folder).filter((one) => one.endsWith(".json") && one.split(".")[0] === name)
    .sort().map((one) => JSON.parse(readFileSync(join(folder, one), "utf8")));
  assert.ok(results.length > 0, "has no results");
  const page = await browser.newPage();
  await page.resize(1400, 900);
  await page.open(`file://${file}`);
  await page.screenshot(join(folder, `${name}.png`));
  await checkNumbers(page);
  if (!name.startsWith("long")) {
    await checkMarks(page, results);
    await checkConflicts(page, results);
    await checkRanks(page, results);
    await checkNames(page, results);
    await checkSlider(page, results);
    await checkKeyboard(page);
  } else {
    assert.ok(await page.one(".mark", (mark) => mark !== null), "shows nothing");
    assert.match(await page.one(".result", (section) => section.textContent), /(busiest|in bins|too long)/);
  }
  await checkPhone(page);
  await page.run(axe, false);
  for (const scheme of ["light", "dark"]) await checkAccess(page, scheme);
  await page.screenshot(join(folder, `${name}-dark.png`));
  assert.deepEqual(page.errors, [], "on the console");
  await page.close();
}

const browser = launch(chromium);
let failures = 0;
const names = readdirSync(folder).filter((one) => one.endsWith(".html")).map((one) => one.slice(0, -5)).sort();
for (const name of names) {
  try {
    await checkPage(browser, name);
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}
await browser.close();
console.log(`${names.length - failures} of ${names.length} reports pass`);
process.exit(failures === 0 && names.length > 0 ? 0 : 1);
