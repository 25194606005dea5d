// What is shown of each command's result. Each function is handed the place for its cards.

const kWords = {
  dilation: ["dilation", "links that a guest edge is long on the host"],
  bound: ["lower bound", "what these messages need on their routes whenever they are sent: the flits over the busiest link, or through the busiest port"],
  task_bound: ["task bound", "what a collective operation needs, whatever its algorithm, messages and routes"],
  task: ["<i,M>", "the task in which every node sends one message in each of the cube dimensions i to i+M-1"],
  q: ["Q", "the pipelining degree: into how many packets a message is cut, so that several rounds are under way at once"],
  conflict: ["conflict", "two messages that need a link, injector or ejector in the same cycle: one has to wait"],
  baseline: ["baseline", "the same messages without a schedule, on the router's own arbitration"],
  latency: ["latency", "cycles from a message's creation until its last flit has arrived; without load hops + 2 for a message of one flit"],
  load: ["load", "flits offered for each node and cycle"],
  saturated: ["saturated", "a load of which the network does not accept all, or of which the latency grows beyond measure"],
};

function wordsView(parent, names) {
  const list = el("dl", { class: "words" });
  for (const name of names) list.append(el("dt", {}, kWords[name][0]), el("dd", {}, kWords[name][1]));
  parent.append(el("details", { class: "card wide" }, el("summary", {}, "Glossary"), list));
}

// facts: [[name, value, note, kind]]; kind "good" or "bad" says it in words too.
function factsView(parent, facts) {
  const list = el("dl", { class: "facts" });
  for (const [name, value, note, kind] of facts.filter((fact) => fact[1] !== null && fact[1] !== undefined)) {
    const cell = el("dd", {}, number(value));
    if (note) cell.append(el("small", {}, note));
    list.append(el("div", { class: kind || "" }, el("dt", {}, name), cell));
  }
  parent.append(list);
}

const networkOf = (parent, result, whole, ...others) => {
  if (whole.links) networkView(parent, result.host, whole, ...others);
};

function mapView(parent, place, result) {
  const { metrics } = result;
  factsView(place, [["dilation", metrics.dilation.max, result.predicted_dilation === null ? "longest"
      : `longest; predicted ${result.predicted_dilation}`],
    ["average dilation", metrics.dilation.average, `over ${counted(metrics.edges, "guest edge")}`],
    ["link load", metrics.link_load.max, "messages on the busiest link"],
    ["node load", metrics.node_load.max, `passing through; average ${number(metrics.node_load.average)}`],
    ["communication time", metrics.communication_time, "in links, of a CC-cube"],
    ...(result.degraded ? [["symmetry", result.degraded.symmetry.text, "of the host, that moves the guest"],
      ["guest edges that go round", result.degraded.round.length, result.degraded.extra_links === null ? null
        : `${counted(result.degraded.extra_links, "more link")}, both ways together`]] : []),
    ["node evenness", metrics.node_evenness, "fullest over emptiest node"]]);
  if (result.mapping && canBeDrawn(result.host) && canBeDrawn({ shape: [2], size: result.guest.size / 2 }))
    embeddingView(parent, result);
  networkOf(parent, result, { label: "Every guest edge, both ways", links: result.links }, "message", "What each link carries when every guest node sends to all its neighbours.");
  barsView(parent, { view: "spectrum", title: "Dilation spectrum",
    text: "How many guest edges are how long on the host.", across: "links", up: "guest edges",
    bars: Object.entries(metrics.dilation.spectrum).map(([dilation, edges]) => ({ name: Number(dilation),
      value: edges, text: `${counted(edges, "guest edge")} of ${counted(Number(dilation), "link")}` })) });
  if (result.plan.length > 0) {
    const { chart } = card(parent, { view: "steps", title: "How it is made", wide: true });
    chart.append(tableOf(["source", "step"], result.plan.map((step) => [step.source, step.step])));
    chart.firstChild.className = "words";
  }
  wordsView(parent, ["dilation"]);
}

const kMostFrames = 240;

// What each link carries in each cycle, or of a long schedule in each run of so many cycles; none if
// the uses of some links are left out.
function cycleFrames(result) {
  if (!result.links) return [];
  const flits = result.message_flits;
  if ((result.uses || []).length * flits !== d3.sum(result.links.loads, (link) => link[2])) return [];
  const cycles = (d3.max(result.uses || [], (use) => use[3]) ?? -flits) + flits;
  const width = Math.max(1, Math.ceil(cycles / kMostFrames));
  const bins = Array.from({ length: Math.ceil(cycles / width) }, () => new Map());
  for (const [, from, to, first] of result.uses || []) {
    const end = first + flits;
    for (let i = Math.floor(first / width); i * width < end; ++i) {
      const shared = Math.min(end, (i + 1) * width) - Math.max(first, i * width);
      const link = bins[i].get(keyOf(from, to)) || [from, to, 0];
      bins[i].set(keyOf(from, to), [from, to, link[2] + shared]);
    }
  }
  return bins.map((bin, i) => frameOf(result, i, width, [...bin.values()]));
}

// What links carry in the i-th run of `width` cycles.
const frameOf = (result, i, width, loads) => ({
  label: width === 1 ? `Cycle ${i}` : `Cycles ${i * width} to ${(i + 1) * width - 1}`, cycles: width,
  links: { all: result.links.all, omitted: 0, loads, max: d3.max(loads, (link) => link[2]) || 0 },
});

function scheduleView(parent, place, result) {
  factsView(place, [["steps", result.steps, `lower bound ${result.lower_bound}`], ["cycles", result.cycles, "first offer to last link"],
    ["conflicts", result.conflicts, `${counted(result.links_checked, "use")} of links checked`, result.conflicts ? "bad" : "good"],
    ["messages", result.messages_checked, `${counted(result.message_flits, "flit")} each`]]);
  networkOf(parent, result, { label: "The whole task", links: result.links, cycles: result.cycles },
    "flit", "What each link carries, in all or cycle by cycle.", { Cycle: cycleFrames(result) }, true);
  if (result.uses && result.uses.length > 0) spaceTimeView(parent, result);
  wordsView(parent, ["task", "bound", "conflict"]);
}

// Each iteration of which the links are known, if there are several.
function iterationFrames(result) {
  const patterned = result.iterations.filter((one) => one.link_pattern !== null &&
    result.link_patterns[one.link_pattern]);
  return (patterned.length > 1 ? patterned : []).map((one) => ({
    label: `Iteration ${one.number}${one.times > 1 ? ` and ${one.times - 1} alike` : ""}: ${one.phase}` +
      (one.task ? ` <${one.task.join(",")}>` : one.set ? ` ${one.set}${one.subset ? `.${one.subset}` : ""}` : ""),
    links: result.link_patterns[one.link_pattern], cycles: cyclesOf(one) }));
}

// What crossed the links of the hardware when, where that is known.
function windowFrames(result) {
  if (!result.links || !result.link_windows || result.link_windows.loads.length === 0) return [];
  const { width, loads } = result.link_windows;
  return loads[0][2].map((_, i) => frameOf(result, i, width,
    loads.filter(([, , flits]) => flits[i] > 0).map(([from, to, flits]) => [from, to, flits[i]])));
}
const cyclesOf = (one) => one.cycles === null ? one.reference_cycles : one.cycles;

// The bound that a run is measured by: that of its task, or else that of its messages.
function boundOf(result) {
  const [name, cycles] = result.task_bound ? ["task bound", result.task_bound.cycles]
    : ["lower bound", result.cycle_lower_bound];
  return cycles && result.cycle_ratio !== null ? { name, ratio: cyclesOf(result) / cycles } : null;
}
const boundText = ({ name, ratio }) => `${ratio.toFixed(3)} times the ${name}`;

function cyclesView(parent, result) {
  const bound = boundOf(result);
  const bars = [["hardware", result.cycles, 0], ["model", result.reference_cycles, 5], ["predicted", result.predicted_cycles, 2],
    ["lower bound", result.cycle_lower_bound, 6], ["task bound", result.task_bound && result.task_bound.cycles, 6],
    ["no schedule, round-robin", result.baseline_cycles && result.baseline_cycles["round-robin"], 1],
    ["no schedule, through-first", result.baseline_cycles && result.baseline_cycles["through-first"], 1],
    ...Object.entries(result.method_cycles || {}).map(([name, value]) => [`method ${name}`, value, 3])]
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value, i]) => ({ name, value, colour: seriesColour(i) }));
  if (bars.length > 1) comparisonView(parent, { view: "cycles", title: "Cycles", unit: "cycle", bars,
    text: `What the run took${bound ? `, ${boundText(bound)}` : ""}, beside what was predicted, and what it takes otherwise.` });
}

// What each of several programs took.
function programsView(parent, programs) {
  if (programs.length === 0) return;
  comparisonView(parent, { view: "programs", title: "Each program", unit: "cycle",
    text: "In its box, from cycle 0 until it was through.",
    bars: programs.map((one, i) => ({ name: `${i + 1}: ${one.traffic.split(/[ ,]/)[0]}`, value: cyclesOf(one) || 0,
      colour: seriesColour(0), note: one.traffic })) });
}

function iterationsView(parent, result) {
  if (result.iterations.length < 2) return;
  barsView(parent, { view: "iterations", title: "Cycles of each iteration", across: "iteration", up: "cycles",
    text: "From the start pulse until the last flit has arrived.",
    bars: result.iterations.map((one) => ({ name: one.number, value: cyclesOf(one) || 0,
      text: `iteration ${one.number}${one.times > 1 ? ` and ${one.times - 1} more` : ""}, ${one.phase}${one.task ? ` <${one.task.join(",")}>` : ""}\n` +
        `${counted(cyclesOf(one) || 0, "cycle")}, predicted ${number(one.predicted_cycles)}\n` +
        `${counted(one.messages, "message")}, ${counted(one.conflicts, "conflict")}` })) });
}

function latencyView(parent, latency) {
  if (!latency) return;
  const { first, width, counts } = latency.histogram;
  barsView(parent, { view: "latency", title: "Latency", across: `cycles${width > 1 ? `, in bins of ${width}` : ""}`, up: "messages",
    text: `Mean ${number(latency.mean)}, median ${number(latency.p50)}, 99 % within ${number(latency.p99)}, longest ${counted(latency.max, "cycle")}.`,
    bars: counts.map((value, i) => ({ name: first + i * width, value,
      text: `${counted(value, "message")} of ${first + i * width}${width > 1 ? ` to ${first + (i + 1) * width - 1}` : ""} cycles` })) });
}

// Hardware against model: that they agree, or where they part.
function matchView(parent, result) {
  if (result.match === null && result.complaints.length === 0) return;
  const { chart } = card(parent, { view: "match", title: "Hardware against model", wide: Boolean(result.difference),
    text: result.match === null ? "" : result.match
      ? `${counted(result.events_compared, "event")} compared, cycle by cycle: all are equal.`
      : `They differ in cycle ${result.difference.cycle}, after ${counted(result.events_compared, "equal event")}.` });
  for (const complaint of result.complaints) chart.append(el("p", {}, complaint));
  if (!result.difference) return;
  const { expected, seen } = result.difference;
  const from = expected.findIndex((line, i) => line !== seen[i]);
  for (const [name, lines] of [["The model", expected], ["The hardware", seen]])
    chart.append(el("h4", {}, name), el("pre", { class: "events", tabindex: 0, role: "group", "aria-label": `${name}, events` },
      ...lines.map((line, i) => i === from ? el("mark", {}, `${line}\n`) : `${line}\n`)));
}

// A row for each rank: in each window of cycles the share in which it calculated, from below, the share
// in which it sent or received above that, and behind both, until the rank is done, waiting.
function ranksView(parent, { ranks, windows }) {
  const kinds = [["calculating", seriesColour(0)], ["sending", seriesColour(1)]];
  const waiting = (rank) => Math.max(0, (rank.finish || 0) - rank.calculated - rank.communicated + rank.hidden);
  const parts = card(parent, { view: "ranks", title: "What each rank does when", wide: true,
    text: `In each ${windows.width === 1 ? "cycle" : `run of ${windows.width} cycles`}: calculating, sending or receiving, or waiting for a message of another rank. What is sent during a calculation is not shown.`,
    numbers: () => [["rank", "node", "calculated", "communicated", "of it hidden", "waited", "done in cycle"],
      ranks.map((rank, i) => [i, rank.node, rank.calculated, rank.communicated, rank.hidden, waiting(rank), rank.finish])] });
  const [width, left, top] = [980, 62, 24];
  const line = ranks.length > 40 ? 14 : 22;
  const height = top + ranks.length * line + 8;
  const end = d3.max(ranks, (rank) => rank.finish || 0) || 1;
  const x = d3.scaleLinear([0, end], [left, width - 18]);
  const svg = drawing(parts.chart, width, height, `${counted(ranks.length, "rank")} in ${counted(end, "cycle")}, ` +
    `the last done is rank ${d3.maxIndex(ranks, (rank) => rank.finish || 0)}`);
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${top - 2})`)
    .call(d3.axisTop(x).tickValues(x.ticks(10).filter(Number.isInteger)).tickFormat(number));
  svg.append("text").attr("class", "soft").attr("x", left - 6).attr("y", top - 8).attr("text-anchor", "end").text("in cycle");
  const rows = svg.append("g").selectAll("g").data(ranks).join("g").attr("transform", (_, i) => `translate(0,${top + i * line + 2})`);
  const tall = line - 4;
  rows.append("text").attr("x", left - 6).attr("y", tall / 2).attr("text-anchor", "end")
    .attr("dominant-baseline", "central").style("font-size", `${Math.min(12, line - 2)}px`).text((_, i) => `rank ${i}`);
  const marks = rows.append("rect").attr("class", "mark waits").attr("x", left).attr("height", tall)
    .attr("width", (rank) => x(rank.finish || 0) - left).attr("data-value", (rank) => rank.finish || 0);
  const shareOf = (kind, rank, at) => ((windows[kind][rank] || [])[at] || 0) / windows.width;
  for (const [kind, colour] of kinds)
    rows.append("path").attr("class", "use").style("fill", colour).attr("d", (_, rank) => (windows[kind][rank] || []).map((_, at) => {
      const [share, below] = [shareOf(kind, rank, at), kind === "sending" ? shareOf("calculating", rank, at) : 0];
      const [from, to] = [x(at * windows.width), x(Math.min(end, (at + 1) * windows.width))];
      return share > 0 ? `M${from},${tall * (1 - below)}V${tall * (1 - below - share)}H${to}V${tall * (1 - below)}z` : "";
    }).join(""));
  explain(parts.chart, marks, (rank) => `rank ${ranks.indexOf(rank)} on node ${rank.node}\n` +
    `calculated in ${counted(rank.calculated, "cycle")}, communicated in ${number(rank.communicated)}, ${number(rank.hidden)} of these hidden\n` +
    `waited in ${number(waiting(rank))}, done in cycle ${number(rank.finish)}`);
  legend(parts.legend, [...kinds.map(([kind, colour]) => ({ text: kind === "sending" ? "sending or receiving" : kind, colour })),
    { text: "waiting", colour: "var(--q1)" }].map(({ text, colour }) => ({ text,
    paint: (swatch) => swatch.append("rect").attr("width", 24).attr("height", 12).style("fill", colour) })));
}

function traceView(parent, trace) {
  if (!trace) return;
  const path = trace.critical_path;
  comparisonView(parent, { view: "critical-path", title: "What the run waited for", unit: "cycle",
    text: "The cycles of the critical path, by what they went for.",
    bars: ["calculation", "transfer", "waiting", "delay"].map((name, i) => ({ name, value: path[name], colour: seriesColour(i) })) });
  const sum = (name) => d3.sum(trace.ranks, (rank) => rank[name] || 0);
  if (sum("calculated") > 0 && sum("communicated") > 0)
    comparisonView(parent, { view: "overlap", title: "Communication and calculation", unit: "cycle",
      text: "Cycles of all ranks together, by what they did.",
      bars: [["calculated", sum("calculated")], ["communicated, hidden", sum("hidden")],
        ["communicated, not hidden", sum("communicated") - sum("hidden")]]
        .map(([name, value], i) => ({ name, value, colour: seriesColour(i) })) });
  if (trace.windows) ranksView(parent, trace);
}

function simulateView(parent, place, result, isPlayed) {
  const failed = result.complaints.length > 0;
  const bound = boundOf(result);
  factsView(place, [["outcome", failed ? "failed" : "passed", failed ? "see below" : null, failed ? "bad" : "good"],
    ["cycles", result.cycles === null ? result.reference_cycles : result.cycles, bound && boundText(bound)],
    ["events compared", result.events_compared, result.match ? "all equal" : null, result.match === false ? "bad" : "good"],
    ["messages", result.messages.delivered, `of ${number(result.messages.sent)} sent`],
    ["conflicts", result.conflicts, `${counted(result.stalled_flit_cycles, "flit-cycle")} of waiting`],
    ["throughput", result.throughput, "flits a node and cycle"]]);
  if (failed || result.difference) matchView(parent, result);
  const { tree } = result;
  networkOf(parent, result, { label: "The whole run", links: result.links, cycles: cyclesOf(result), tree },
    "flit", `What each link carried.${tree ? ` The routers' tree has its root at node ${nodeText(result.host, tree.root)} and is ${counted(tree.depth, "link")} deep.` : ""}`, { Iteration: iterationFrames(result), Cycle: windowFrames(result) });
  if (!isPlayed && canBePlayed(result)) playerView(parent, [result]);
  const programs = result.programs || [];
  cyclesView(parent, result);
  programsView(parent, programs);
  iterationsView(parent, result);
  latencyView(parent, result.latency);
  traceView(parent, result.trace);
  if (!failed && !result.difference) matchView(parent, result);
  wordsView(parent, ["latency", "conflict", ...(result.iterations.length + programs.length > 0 ? ["task", "bound", "baseline"] : ["load"]), ...(result.task_bound ? ["task_bound"] : [])]);
}

function costView(parent, place, result) {
  if (result.collective) { collectiveView(parent, place, result); return; }
  factsView(place, [["best cost", result.best.cost.cost, `Q = ${result.best.cost.pipelining}, on this machine`],
    ["fewest cycles", result.best.cycles.cycles, `Q = ${result.best.cycles.pipelining}, on toroid's router`],
    ["startup", result.startup, "cycles a step"], ["elements", result.elements, "of a message"]]);
  const line = (name, key) => ({ name, points: result.rows.map((row) => ({ x: row.pipelining, y: row[key],
    text: `Q = ${row.pipelining}: ${counted(row[key], "cycle")}\n${counted(row.iterations, "iteration")}, ${counted(row.steps, "step")} of ${counted(row.message_flits, "flit")}` })) });
  linesView(parent, { view: "cost", title: "Cost over pipelining", wide: true, log: { x: true, y: true },
    text: "The less a step costs to start, the more packets a message is best cut into.",
    across: "packets of a message, Q", up: "cycles",
    lines: [line("cost on this machine", "cost"), line("cycles on toroid's router", "cycles")].filter((l) => l.points.every((p) => p.y > 0)),
    numbers: () => [["Q", "flits", "iterations", "steps", "cost", "cycles"],
      result.rows.map((row) => [row.pipelining, row.message_flits, row.iterations, row.steps, row.cost, row.cycles])] });
  wordsView(parent, ["q"]);
}

function collectiveView(parent, place, result) {
  const last = result.rows[result.rows.length - 1];
  factsView(place, [["operation", result.collective], ["ports", result.ports],
    ["longest compared", last.flits, "flits"], ["least there", last.least, `${number(last.ratio)} times the task bound`, "good"]]);
  const methods = Object.keys(last.methods);
  const line = (name, valueOf) => ({ name, points: result.rows.map((row) => ({ x: row.flits, y: valueOf(row),
    text: `${name}, ${counted(row.flits, "flit")}: ${counted(valueOf(row), "cycle")}` })) });
  linesView(parent, { view: "methods", title: "Methods over length", wide: true, log: { x: true, y: true },
    text: `What each method takes, and the task bound.${(result.crossovers || []).map((one, i) =>
      `${i ? "," : " Least:"} ${one.method} from ${counted(one.flits, "flit")} on`).join("")}.`,
    across: "flits", up: "cycles",
    lines: [...methods.map((method) => line(method, (row) => row.methods[method].cycles)),
      line("task bound", (row) => row.task_bound)],
    numbers: () => [["flits", ...methods, "task bound"],
      result.rows.map((row) => [row.flits, ...methods.map((method) => row.methods[method].cycles), row.task_bound])] });
  wordsView(parent, ["task_bound"]);
}

// What `make synth` measured of nodes.
function synthView(parent, place, result) {
  const { rows } = result;
  const fastest = d3.greatest(rows, (row) => row.mhz ?? 0);
  const smallest = d3.least(rows.filter((row) => row.ice40), (row) => row.ice40[0]);
  factsView(place, [["nodes measured", rows.length],
    ["fewest look-up tables", smallest && smallest.ice40[0], smallest && `${smallest.name}, iCE40`],
    ["fastest", fastest.mhz, `MHz on an HX8K, ${fastest.name}`]]);
  const families = [["iCE40", "ice40"], ["ECP5", "ecp5"], ["Xilinx 7", "xilinx"], ["Gowin", "gowin"]];
  const bars = (values) => values.filter(([, value]) => value !== null)
    .map(([name, value]) => ({ name, value, colour: seriesColour(0) }));
  comparisonView(parent, { view: "look-up-tables", title: "Look-up tables", unit: "LUT4",
    text: "Of a node on an iCE40.", bars: bars(rows.map((row) => [row.name, row.ice40 && row.ice40[0]])) });
  const clocks = bars(rows.map((row) => [row.name, row.mhz]));
  if (clocks.length > 0) comparisonView(parent, { view: "clock", title: "Clock", unit: "MHz", bars: clocks,
    text: "Of a node alone on an HX8K, every port a register; the median of three placements." });
  const { chart } = card(parent, { view: "area", title: "Area and clock", wide: true,
    text: "Look-up tables and flip-flops of a node by family, and its clock on an HX8K." });
  chart.append(tableOf(["node", ...families.flatMap(([name]) => [`${name} LUT`, "FF"]), "MHz"],
    rows.map((row) => [row.name, ...families.flatMap(([, family]) => row[family] || ["–", "–"]), row.mhz ?? "–"])));
}

// What `make chip` measured of nodes.
function chipView(parent, place, result) {
  const { rows } = result;
  const runs = rows.flatMap((row) => row.runs.map((run) => ({ ...run, node: row.name,
    load: run.rate > 0 ? `${run.traffic} ${run.rate}` : run.traffic })));
  const smallest = d3.least(rows, (row) => row.kge);
  const fastest = d3.greatest(rows, (row) => row.mhz);
  factsView(place, [["nodes measured", rows.length],
    ["fewest gates", smallest.kge, `thousand NAND2, ${smallest.name}`],
    ["fastest", fastest.mhz, `MHz, ${fastest.name}`]]);
  const bars = (list, name, value) => list.map((item) =>
    ({ name: name(item), value: value(item), colour: seriesColour(0) }));
  const nameOf = (row) => row.name;
  comparisonView(parent, { view: "gates", title: "Gates", unit: "kGE",
    text: "Cell area of a node, in thousands of NAND2.", bars: bars(rows, nameOf, (row) => row.kge) });
  comparisonView(parent, { view: "cell-clock", title: "Clock", unit: "MHz",
    text: "Between registers at the ports, before layout.", bars: bars(rows, nameOf, (row) => row.mhz) });
  comparisonView(parent, { view: "idle-energy", title: "Energy of an idle node", unit: "pJ a cycle",
    text: "Nearly all is the clock.", bars: bars(rows, nameOf, (row) => row.runs[0].idle) });
  const moving = runs.filter((run) => run.traffic === "all-reduce");
  if (moving.length > 0) comparisonView(parent, { view: "flit-hop", title: "Energy of a flit-hop", unit: "pJ",
    text: "What a flit that crosses a link adds to an idle node, in an all-reduce.",
    bars: bars(moving, (run) => run.node, (run) => run.flit_hop) });
  const { chart } = card(parent, { view: "energy", title: "Energy", wide: true,
    text: "Of a node: flits that enter and cross a link in a cycle, and pJ." });
  chart.append(tableOf(["node", "traffic", "flits in", "flit-hops", "pJ a cycle", "of it idle", "pJ a flit-hop", "pJ a bit-hop"],
    runs.map((run) => [run.node, run.load, run.entered, run.hops, run.pj, run.idle, run.flit_hop ?? "–", run.bit_hop ?? "–"])));
}

const kMostTiles = 6;

// Where each network saturates: tiles, or above six of them a table.
function saturationsView(parent, place, found, names) {
  const between = ({ stable, saturated }) => saturated === null ? "none"
    : stable === null ? `below ${number(saturated)}` : `${number(stable)} to ${number(saturated)}`;
  if (found.length <= kMostTiles) {
    factsView(place, found.map((one) => [`saturation of ${names[one.network]}`, between(one),
      `accepts ${number(one.most_accepted)} at most`]));
    return;
  }
  const { chart } = card(parent, { view: "saturations", title: "Saturation", wide: true,
    text: "Between which loads each network saturates, and the most that it accepts, in flits a node and cycle." });
  chart.append(tableOf(["network", "saturates at", "accepts at most"],
    found.map((one) => [names[one.network], between(one), one.most_accepted])));
}

function sweepView(parent, place, result) {
  const names = result.networks.map((_, i) => result.labels[i] ?? `network ${i}`);
  saturationsView(parent, place, result.saturations, names);
  const lines = (valueOf, intervalOf) => result.networks.map((_, network) => ({ name: names[network],
    points: result.rows.filter((row) => row.network === network && valueOf(row) !== null).map((row) => ({
      x: row.offered, y: valueOf(row), open: !["no", "too few packets"].includes(row.saturated),
      low: intervalOf(row) ? valueOf(row) - intervalOf(row) : null, high: intervalOf(row) ? valueOf(row) + intervalOf(row) : null,
      text: `${names[network]}\noffered ${number(row.offered)}, accepted ${number(row.accepted)}\nlatency ${number(row.latency)}, ` +
        `99 % ${number(row.percentile_99)}\n${row.saturated === "no" ? "" : row.saturated === "too few packets" ? "not judged: too few packets" : `saturated: ${row.saturated}`}` })) }));
  const numbers = () => [["network", "offered", "accepted", "latency", "99 %", "longest", "packets", "saturated"],
    result.rows.map((row) => [names[row.network], row.offered, row.accepted, row.latency, row.percentile_99, row.longest, row.packets, row.saturated])];
  const common = { across: "offered load, flits a node and cycle", numbers, openMeans: "saturated" };
  linesView(parent, { ...common, view: "latency-load", title: "Latency over load", up: "mean latency, cycles",
    text: "From creation to delivery; whiskers are 95 % intervals.", log: { y: true },
    lines: lines((row) => row.latency, (row) => row.latency_interval) });
  linesView(parent, { ...common, view: "throughput", title: "Accepted over offered load", up: "accepted load",
    text: "Below saturation all that is offered is accepted.",
    lines: lines((row) => row.accepted, (row) => row.accepted_interval) });
  wordsView(parent, ["load", "latency", "saturated"]);
}
