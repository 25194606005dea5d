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
    await page.until((old) => Number(document.querySelector('[data-view="network"] input[type="range"]').value) !== old, before);
    await page.click(play);
    assert.equal(await page.one(play, (button) => button.textContent), "Play");
  }
}

// ---- the player

// Every event of a run's movements, as docs/json.md defines them: the links that flits cross by cycle,
// and how many wait where.
function eventsOf({ movements, hop_cycles: hop, interface_latency: latency }) {
  const [crossings, waits] = [new Map(), new Map()];
  const add = (map, cycle, key) => {
    const keys = map.get(cycle) ?? new Map();
    map.set(cycle, keys.set(key, (keys.get(key) ?? 0) + 1));
  };
  for (const [place, , ...trains] of movements.messages) {
    const route = movements.routes[place];
    for (const [enter, count, ...listed] of trains) {
      for (let flit = 0; flit < count; ++flit) {
        let cycle = enter + flit + 1;
        for (const [i, node] of route.entries()) {
          if (i === route.length - 1) cycle += latency - 1;
          const until = listed[i] === null ? movements.until : cycle + (listed[i] ?? 0);
          for (; cycle < until; ++cycle) add(waits, cycle, node);
          if (listed[i] === null) break;
          if (i < route.length - 1) add(crossings, cycle, `${node} ${route[i + 1]}`);
          cycle += hop;
        }
      }
    }
  }
  return { crossings, waits };
}

// The movements cross the links that the windows of a short run have, which are counted from the wires.
function checkEvents(result, { crossings }) {
  if (result.link_windows.width !== 1) return;
  const expected = new Map();
  for (const [from, to, flits] of result.link_windows.loads)
    flits.forEach((count, cycle) => count && expected.set(`${cycle}: ${from} ${to}`, count));
  const seen = new Map([...crossings].flatMap(([cycle, links]) => [...links].map(([link, count]) => [`${cycle}: ${link}`, count])));
  assert.deepEqual([...seen].sort(), [...expected].sort(), "movements");
}

// The middle of each link of a drawing of two axes, in pixels of its own.
function middlesOf(host) {
  const [rows, columns] = host.shape;
  const step = columns > 20 ? 34 : 56;
  const at = (node) => [40 + node % columns * step, 40 + Math.floor(node / columns) * step];
  const middles = new Map();
  for (let node = 0; node < host.size; ++node) {
    const [y, x] = [Math.floor(node / columns), node % columns];
    for (const [dy, dx] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const [ty, tx] = [(y + dy + rows) % rows, (x + dx + columns) % columns];
      const isWrap = ty !== y + dy || tx !== x + dx;
      if (isWrap && (host.kind !== "torus" || (dy ? rows : columns) === 2)) continue;
      // To the right of the way, and around a wrap outside the last node.
      const [x1, y1] = at(ty * columns + tx);
      middles.set(`${node} ${ty * columns + tx}`, [x1 - dx * step / 2 - dy * 4, y1 - dy * step / 2 + dx * 4]);
    }
  }
  return { middles, width: 80 + (columns - 1) * step };
}

const set = (page, selector, value) => page.evaluate((where, to) => {
  const input = document.querySelector(where);
  input.value = to;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
}, selector, value);
const kPlayer = '[data-view="player"]';
const kClock = `${kPlayer} input[type="range"]`;

// Whether flits on links are looked for in screenshots.
const isSeen = ({ host, hop_cycles: hop }) => host.shape.length === 2 && hop === 1;

// In the screenshot of a cycle a flit is in the middle of exactly the links that one crosses then.
async function checkPicture(page, reader, name, results, events, cycle) {
  await set(page, kClock, String(cycle));
  const shown = await page.all(`${kPlayer} canvas`, (found) => found.map((canvas) => {
    const { left, top, width } = canvas.getBoundingClientRect();
    return [left + scrollX, top + scrollY, width];
  }));
  const image = await page.screenshot(join(folder, `${name}-cycle-${cycle}.png`));
  const colours = await page.evaluate(() => Array.from({ length: 8 }, (_, i) => {
    const probe = document.createElement("canvas").getContext("2d");
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--s${i}`).trim();
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }));
  let compared = 0;
  for (const [i, { host }] of results.entries()) {
    if (!isSeen(results[i])) continue;
    const { middles, width } = middlesOf(host);
    const [left, top, wide] = shown[i];
    const points = [...middles.values()].map(([x, y]) => [left + x * wide / width, top + y * wide / width]);
    const pixels = await reader.evaluate(async (data, wanted) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return wanted.map(([x, y]) => [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3));
    }, image, points);
    const isFlit = (pixel) => colours.some((colour) => colour.every((part, k) => Math.abs(part - pixel[k]) < 24));
    const drawn = [...middles.keys()].filter((_, k) => isFlit(pixels[k])).sort();
    const expected = [...(events[i].crossings.get(cycle) ?? new Map()).keys()].sort();
    assert.deepEqual(drawn, expected, `flits on links in cycle ${cycle}`);
    compared += expected.length;
  }
  return compared;
}

// What the page says of a cycle is what the events say; how many places with flits that were.
async function checkCycle(page, results, events, cycle) {
  await set(page, kClock, String(cycle));
  const marks = await page.one(kPlayer, ({ stages }) => stages.map((stage) => stage.marks.filter((mark) => mark.kind === "crossing" ? mark.on === 0 : mark.kind === "waiting")
    .map((mark) => [mark.kind, mark.kind === "crossing" ? `${mark.from} ${mark.to}` : String(mark.from), mark.count])));
  let compared = 0;
  for (const [i] of results.entries()) {
    for (const [kind, map] of [["crossing", events[i].crossings], ["waiting", events[i].waits]]) {
      const seen = new Map();
      for (const [, key, count] of marks[i].filter((mark) => mark[0] === kind)) seen.set(key, (seen.get(key) ?? 0) + count);
      const expected = [...(map.get(cycle) ?? new Map())].map(([key, count]) => [String(key), count]);
      assert.deepEqual([...seen].sort(), expected.sort(), `${kind} in cycle ${cycle}`);
      compared += expected.length;
    }
  }
  return compared;
}

// The cycle with most places in a map of events.
const busiest = (map) => [...map].sort((a, b) => b[1].size - a[1].size)[0]?.[0] ?? 1;

// Pointing at a flit names its message; at one that waits, how long and for whom.
async function checkHover(page, { crossings, waits }) {
  for (const [kind, map] of [["crossing", crossings], ["waiting", waits]]) {
    if (map.size === 0) continue;
    await set(page, kClock, String(busiest(map)));
    await page.one(`${kPlayer} canvas`, (canvas) => canvas.scrollIntoView({ block: "center" }));
    const found = await page.evaluate((where, wanted) => {
      const { stages: [stage] } = document.querySelector(where);
      const mark = stage.marks.find((one) => one.kind === wanted);
      if (!mark) return null;
      const { left, top } = stage.canvas.getBoundingClientRect();
      const [x, y] = stage.toPage(mark.place(0.5));
      return [left + x, top + y];
    }, kPlayer, kind);
    assert.ok(found, `no flit is ${kind}`);
    await page.point(...found);
    const tip = await page.one("#tip", (one) => one.hidden ? "" : one.textContent);
    assert.match(tip, /message \d+, \d+ \([\d,]+\) to \d+ \([\d,]+\), [\d,]+ flits?, created in cycle \d+\nflits? \d+/);
    if (kind === "waiting") assert.match(tip, /waits? [\d,]+ cycles? in node \d+ .*, for (message \d+ from .*, which|the flits ahead|room behind|its receiver)/);
  }
}

// Keys, the play button, and the zoom, from a cycle on in which flits are under way.
async function checkPlayerControls(page, first) {
  const clock = () => page.one(kClock, (input) => Number(input.value));
  await set(page, kClock, String(first));
  await page.one(kClock, (input) => input.focus());
  await page.press("ArrowRight", 39);
  assert.equal(await clock(), first + 1, "an arrow key goes on a cycle");
  await page.press("ArrowLeft", 37);
  assert.equal(await clock(), first, "an arrow key goes back a cycle");
  await page.click(`${kPlayer} .controls button:nth-of-type(3)`);
  assert.equal(await clock(), first + 1, "Forward");
  await page.click(`${kPlayer} .controls button:nth-of-type(2)`);
  assert.equal(await clock(), first, "Back");
  await page.one(`${kPlayer} .chart`, (chart) => chart.focus());
  await page.press("ArrowRight", 39);
  assert.match(await page.one("#tip", (tip) => tip.hidden ? "" : tip.textContent), /message \d+/);
  await page.press(" ", 32);
  await page.until((where, cycle) => Number(document.querySelector(where).value) > cycle, kClock, first);
  await page.press(" ", 32);
  assert.equal(await page.one(`${kPlayer} .controls button`, (button) => button.textContent), "Play");
  const picture = () => page.one(`${kPlayer} canvas`, (canvas) => canvas.toDataURL());
  const whole = await picture();
  await set(page, `${kPlayer} select:has(option[value="all"])`, "1");
  assert.notEqual(await picture(), whole, "zoom shows the same");
  await set(page, `${kPlayer} select:has(option[value="all"])`, "all");
  assert.equal(await picture(), whole, "the whole network is not shown again");
}

// Who does not want to see things move sees no flit between two places.
async function checkStill(page, first) {
  await page.prefer("light", "reduce");
  await set(page, kClock, String(first));
  await page.click(`${kPlayer} .controls button`);
  const pictures = await page.one(kPlayer, async (figure) => {
    const [canvas, input] = [figure.querySelector("canvas"), figure.querySelector('input[type="range"]')];
    const seen = new Map();
    for (let frames = 0; seen.size < 3 && frames < 600; ++frames) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.set(input.value, (seen.get(input.value) ?? new Set()).add(canvas.toDataURL()));
    }
    return [...seen.values()].map((one) => one.size);
  });
  await page.click(`${kPlayer} .controls button`);
  assert.deepEqual([...new Set(pictures)], [1], "flits glide");
  await page.prefer("light");
}

// Processor time of a frame, in milliseconds, while the busiest cycles are played. (Wall time would say
// what else the machine does.)
async function frameTime(page, cycle) {
  await page.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await page.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await spent();
  await page.evaluate((where, first) => {
    const { stages } = document.querySelector(where);
    const colours = coloursNow();
    for (let frame = 0; frame < 120; ++frame) {
      stages.forEach((stage) => stage.draw(first + Math.floor(frame / 8), frame % 8 / 8, colours));
      stages.forEach((stage) => stage.canvas.getContext("2d").getImageData(0, 0, 1, 1)); // once it is drawn
    }
  }, kPlayer, Math.max(0, cycle - 8));
  return (await spent() - before) * 1000 / 120;
}

async function checkPlayer(page, reader, name, results) {
  const played = results.filter((result) => result.movements?.messages.length > 0);
  assert.equal(await page.all(kPlayer, (found) => found.length), played.length > 0 ? 1 : 0, "players");
  if (played.length === 0) return;
  const cut = played.filter((result) => !result.movements.whole).length;
  const said = await page.one(`${kPlayer} .caption`, (caption) => caption.textContent);
  assert.equal(said.match(/first [\d,]+ cycles of [\d,]+ are here/g)?.length ?? 0, cut, "says what is left out");
  const events = results.map(eventsOf);
  results.forEach((result, i) => checkEvents(result, events[i]));
  const last = Math.max(...results.map((result) => result.movements.until)) - 1;
  const cycles = [...new Set([1, 7, busiest(events[0].crossings), busiest(events[0].waits), Math.floor(last / 2), last])];
  let [compared, seen] = [0, 0];
  for (const cycle of cycles) {
    compared += await checkCycle(page, results, events, cycle);
    seen += await checkPicture(page, reader, name, results, events, cycle);
  }
  assert.ok(compared > 0, "no flit was compared");
  if (results.some(isSeen)) assert.ok(seen > 0, "no flit was seen");
  await checkHover(page, events[0]);
  const busy = Math.max(1, Math.min(busiest(events[0].crossings), last - 4));
  await checkPlayerControls(page, busy);
  await checkStill(page, busy);
  const time = await frameTime(page, busy);
  assert.ok(time < 1000 / 60, `a frame takes ${time.toFixed(1)} ms`);
  console.log(`        ${name}: ${compared} places and ${seen} pictures of flits in ${cycles.length} cycles, a frame in ${time.toFixed(1)} ms`);
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

// An arrow on each link of the tree, away from the root, which is marked and says what it is.
async function checkTree(page, results) {
  for (const [index, { tree, host }] of results.entries()) {
    if (!tree) continue;
    const arrows = await page.evaluate((i) => [...document.querySelectorAll("section.result")[i]
      .querySelectorAll('[data-view="network"] .chart .tree')].map((path) => {
      const [x, y, ax, ay, bx, by] = path.getAttribute("d").match(/-?[\d.]+/g).map(Number);
      return [path.__data__.link.from, path.__data__.link.to, x - (ax + bx) / 2, y - (ay + by) / 2];
    }), index);
    const links = tree.parents.flatMap((parent, node) => parent === null ? [] : [`${parent} ${node}`]);
    assert.deepEqual(arrows.map(([from, to]) => `${from} ${to}`).sort(), links.sort(), "arrows");
    const columns = host.shape[1];
    for (const [from, to, x, y] of arrows) {
      const way = [to % columns - from % columns, Math.floor(to / columns) - Math.floor(from / columns)];
      const wraps = Math.max(...way.map(Math.abs)) > 1;
      assert.ok((way[0] * x + way[1] * y) * (wraps ? -1 : 1) > 0, `arrow from ${from} to ${to}`);
    }
    await page.one(".chart .root", (root) => root.scrollIntoView({ block: "center" }));
    await page.point(...await page.one(".chart .root", (root) => {
      const { left, top, width, height } = root.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }));
    const children = tree.parents.filter((parent) => parent === tree.root).length;
    const tip = await page.one("#tip", (one) => one.textContent);
    assert.match(tip, new RegExp(`^${tree.root} \\([\\d,]+\\), the root\\nchildren (\\d+ \\([\\d,]+\\)(, |$)){${children}}`));
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

async function checkPage(browser, reader, name) {
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
    await checkTree(page, results);
    await checkSlider(page, results);
    await checkKeyboard(page);
    if (results[0].command === "simulate") await checkPlayer(page, reader, name, results);
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
const reader = await browser.newPage(); // of screenshots
let failures = 0;
const names = readdirSync(folder).filter((one) => one.endsWith(".html")).map((one) => one.slice(0, -5)).sort();
for (const name of names) {
  try {
    await checkPage(browser, reader, name);
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}
await browser.close();
console.log(`${names.length - failures} of ${names.length} reports pass`);
process.exit(failures === 0 && names.length > 0 ? 0 : 1);
