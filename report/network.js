// The network as it is: a host's nodes in one to three axes, and the load of each link by colour and
// width. More axes, or more links than can be told apart, make a matrix instead.

const kMostDrawn = 2600; // links

// Where a coordinate of an axis lies. Folded, the neighbours of a ring are two places apart at most.
const placeOn = (length, x, folded) =>
  !folded ? x : x < length / 2 ? 2 * x : 2 * (length - 1 - x) + 1;

const canBeDrawn = (host) => host.shape.length <= 3 && 2 * host.size * host.shape.length <= kMostDrawn;
const canBeFolded = (host) => host.kind === "torus" && !host.twists && host.shape.some((length) => length > 2);
const isCircle = (host, folded) => host.kind === "torus" && host.shape.length === 1 &&
  host.size > 2 && !folded;

// Nodes as points. With three axes the first goes into the depth of each place of the other two.
function layoutOf(host, folded) {
  const places = (node) => coordinatesOf(host, node).map((x, axis) =>
    placeOn(host.shape[axis], x, folded && host.kind === "torus"));
  if (isCircle(host, folded)) {
    const radius = Math.max(90, host.size * 7);
    const at = (node) => {
      const angle = 2 * Math.PI * node / host.size - Math.PI / 2;
      return [radius * (1 + Math.cos(angle)) + 40, radius * (1 + Math.sin(angle)) + 40];
    };
    return { width: 2 * radius + 80, height: 2 * radius + 80, at, apart: () => 1, depth: 1,
      depthOf: () => 0, step: 44 };
  }
  const [depth, rows, columns] = [1, 1, ...host.shape].slice(-3);
  const step = depth > 1 ? Math.max(86, 30 * depth) : columns > 20 ? 34 : 56;
  const margin = 40;
  const depthOf = (node) => [0, 0, ...places(node)].slice(-3)[0];
  const at = (node) => {
    const [z, y, x] = [0, 0, ...places(node)].slice(-3);
    return [margin + x * step + z * step * 0.78 / depth,
      margin + y * step + (depth - 1 - z) * step * 0.62 / depth];
  };
  // How many places two nodes are apart on the axis on which they are farthest apart.
  const apart = (a, b) => {
    const other = places(b);
    return d3.max(places(a), (place, axis) => Math.abs(place - other[axis]));
  };
  return { width: 2 * margin + (columns - 1 + (depth > 1 ? 0.78 : 0)) * step,
    height: 2 * margin + (rows - 1 + (depth > 1 ? 0.62 : 0)) * step, at, apart, depth, depthOf,
    step: depth > 1 ? step * 0.8 / depth : step };
}

// The two directions between neighbours keep right of each other. Links around a wrap are drawn as
// a stub at each end, those of a folded axis bend around the node between.
function linkPath(layout, from, to, isWrap) {
  const [x0, y0] = layout.at(from);
  const [x1, y1] = layout.at(to);
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [px, py] = [-uy, ux].map((part) => part * (isWrap ? -3.2 : 3.2)); // it goes away from the other end
  if (isWrap) {
    const stub = layout.step * 0.42;
    return `M${x0 + px},${y0 + py}L${x0 + px - ux * stub},${y0 + py - uy * stub}` +
      `M${x1 + px + ux * stub},${y1 + py + uy * stub}L${x1 + px},${y1 + py}`;
  }
  if (layout.apart(from, to) > 1) {
    const bend = layout.step * 0.32;
    return `M${x0},${y0}Q${(x0 + x1) / 2 - uy * bend},${(y0 + y1) / 2 + ux * bend} ${x1},${y1}`;
  }
  return `M${x0 + px},${y0 + py}L${x1 + px},${y1 + py}`;
}

// Whether the link joins the two ends of an axis.
function wraps(host, from, to) {
  const [a, b] = [coordinatesOf(host, from), coordinatesOf(host, to)];
  return a.some((x, axis) => Math.abs(x - b[axis]) > 1);
}

// Of three axes, what is behind is dimmed, or all that does not touch the plane that is chosen.
function dim(marks, layout, ends, plane = "all") {
  if (layout.depth === 1) return;
  marks.style("opacity", (mark) => {
    const depths = ends(mark).map(layout.depthOf);
    if (plane !== "all") return depths.includes(Number(plane)) ? 1 : 0.07;
    return 1 - 0.8 * d3.max(depths) / (layout.depth - 1);
  });
}

function drawNodes(svg, host, layout, label) {
  const radius = Math.min(11, layout.step * 0.2);
  const nodes = svg.append("g").selectAll("g").data(d3.range(host.size)).join("g")
    .attr("transform", (node) => `translate(${layout.at(node)})`);
  nodes.append("circle").attr("class", "node").attr("r", radius);
  if (host.size <= 144 && radius >= 6)
    nodes.append("text").attr("class", "label").style("font-size", `${radius * 0.95}px`).text(label);
  return nodes;
}

// Every link of the drawing, in the order of their nodes.
function allLinks(host) {
  const links = [];
  for (let node = 0; node < host.size; ++node) {
    const coordinates = coordinatesOf(host, node);
    host.shape.forEach((length, axis) => {
      for (const direction of length === 2 ? [coordinates[axis] ? -1 : 1] : [1, -1]) {
        const x = coordinates[axis] + direction;
        if (host.kind !== "torus" && (x < 0 || x >= length)) continue;
        const to = [...coordinates];
        to[axis] = (x + length) % length;
        for (const [twisted, along, shift] of host.twists || [])
          if (twisted === axis && x !== to[axis])
            to[along] = (to[along] + direction * shift + host.shape[along]) % host.shape[along];
        links.push({ from: node, to: to.reduce((number, y, i) => number * host.shape[i] + y, 0) });
      }
    });
  }
  return links;
}

// Of a degraded host whether a link, or a node, is dead.
const deadLinksOf = (host) => new Set((host.dead ? host.dead.links : []).map(([from, to]) => keyOf(from, to)));
const deadNodesOf = (host) => new Set(host.dead ? host.dead.nodes : []);
const kDeadLegend = { text: "dead", paint: (svg) => svg.append("path").attr("class", "link dead").attr("d", "M0,6H24") };
const keyOf = (from, to) => `${from}>${to}`;
const loadsOf = (links) => new Map(links.loads.map(([from, to, load]) => [keyOf(from, to), load]));

// A node's links by axis and direction; an axis of length 2 has one.
const portsOf = (host) => host.shape.flatMap((length, axis) =>
  length === 2 ? [`axis ${axis}`] : [`axis ${axis} +`, `axis ${axis} −`]);

// Columns are nodes, or runs of nodes side by side; rows are ports. A cell has the largest load of
// its links.
function matrixCells(host, loads) {
  const ports = portsOf(host);
  const columns = Math.min(host.size, 128);
  const cells = new Map();
  for (const [key, load] of loads) {
    const [from, to] = key.split(">").map(Number);
    const [a, b] = [coordinatesOf(host, from), coordinatesOf(host, to)];
    const axis = axisOf(host, a, b);
    const up = (b[axis] - a[axis] + host.shape[axis]) % host.shape[axis] === 1;
    const port = host.shape[axis] === 2 ? `axis ${axis}` : `axis ${axis} ${up ? "+" : "−"}`;
    const [row, column] = [ports.indexOf(port), Math.floor(from * columns / host.size)];
    const cell = cells.get(`${row},${column}`) || { port, row, column, load: 0 };
    cells.set(`${row},${column}`, { ...cell, load: Math.max(cell.load, load) });
  }
  return { ports, columns, cells: [...cells.values()] };
}

const kRow = 18; // height of a port's row
// The first node whose coordinate on axis 0 is that of the i-th of at most 8 that are named.
const firstAt = (host, i) =>
  Math.floor(i * host.shape[0] / Math.min(host.shape[0], 8)) * host.size / host.shape[0];

function drawMatrix(svg, host, loads, tint) {
  const { ports, columns, cells } = matrixCells(host, loads);
  const width = 800 / columns;
  const perColumn = host.size / columns;
  const rows = svg.append("g").selectAll("g").data(ports).join("g");
  rows.append("text").attr("x", 58).attr("y", (_, row) => 22 + row * kRow).attr("text-anchor", "end").text(String);
  rows.append("rect").attr("x", 66).attr("y", (_, row) => 10 + row * kRow).attr("width", 800)
    .attr("height", kRow - 1).style("fill", "var(--q0)");
  const below = 26 + ports.length * kRow;
  svg.append("g").selectAll("text").data(d3.range(Math.min(host.shape[0], 8))).join("text")
    .attr("class", "soft").attr("y", below).attr("x", (i) => 66 + 800 * firstAt(host, i) / host.size)
    .text((i) => nodeText(host, firstAt(host, i)));
  svg.append("text").attr("class", "soft").attr("x", 66).attr("y", below + 18)
    .text(`nodes from left to right, 0 to ${host.size - 1}`);
  return svg.append("g").selectAll("rect").data(cells).join("rect").attr("class", "mark")
    .attr("x", (cell) => 66 + cell.column * width).attr("y", (cell) => 10 + cell.row * kRow)
    .attr("width", Math.max(1, width - 0.5)).attr("height", kRow - 1)
    .attr("data-value", (cell) => cell.load)
    .style("fill", (cell) => tint(cell.load))
    .each((cell) => {
      const first = Math.ceil(cell.column * perColumn);
      const last = Math.ceil((cell.column + 1) * perColumn) - 1;
      cell.text = (value) => `${first === last ? `node ${nodeText(host, first)}` : `nodes ${first} to ${last}`}, ` +
        `${cell.port}: ${value(cell.load)}${first === last ? "" : " at most"}`;
    });
}

// The tree along which routers copy and add: of each node its parent, children and depth. The parents may
// be anybody's, so they need not be a tree.
function treeOf({ root, parents }) {
  const children = d3.group(d3.range(parents.length).filter((node) => parents[node] !== null), (node) => parents[node]);
  const depths = new Map([[root, 0]]);
  for (const [node, depth] of depths)
    for (const child of children.get(node) || []) if (!depths.has(child)) depths.set(child, depth + 1);
  return { has: (link) => parents[link.to] === link.from, parentOf: (node) => parents[node],
    childrenOf: (node) => children.get(node) || [], depthOf: (node) => depths.get(node) };
}

function treeText(host, tree, node) {
  if (tree.depthOf(node) === undefined) return `${nodeText(host, node)}: not in the tree`;
  const [parent, children] = [tree.parentOf(node), tree.childrenOf(node)];
  return `${nodeText(host, node)}, ${parent === null ? "the root" : `${counted(tree.depthOf(node), "link")} from the root`}\n` +
    (parent === null ? "" : `parent ${nodeText(host, parent)}\n`) +
    (children.length ? `${children.length === 1 ? "child" : "children"} ${children.map((child) => nodeText(host, child)).join(", ")}` : "no children");
}

// Heads of arrows on the links of the tree, which point away from the root.
function drawTree(svg, marks, tree, isWrap) {
  const arrows = [];
  marks.each(function each(link) { if (tree.has(link)) arrows.push({ link, path: this }); });
  return svg.append("g").selectAll("path").data(arrows).join("path").attr("class", "tree").attr("d", ({ link, path }) => {
    // Beyond the middle, or in the first of the two stubs of a link around a wrap.
    const length = path.getTotalLength();
    const at = length * (isWrap(link) ? 0.35 : 0.6);
    const half = Math.min(5, length * 0.12);
    const [tip, back] = [path.getPointAtLength(at + half), path.getPointAtLength(at - half)];
    const [x, y] = [(tip.y - back.y) * 0.5, (back.x - tip.x) * 0.5];
    return `M${tip.x},${tip.y}L${back.x + x},${back.y + y}L${back.x - x},${back.y - y}z`;
  });
}
const kTreeLegend = [
  { text: "link of the tree, away from its root", paint: (svg) => svg.append("path").attr("class", "tree").attr("d", "M17,6L7,1L7,11z") },
  { text: "root", paint: (svg) => svg.append("g").attr("class", "root").append("circle").attr("class", "node").attr("cx", 12).attr("cy", 6).attr("r", 4) },
];

// What a legend says of loads up to `most`; of a few whole numbers, each of them.
function loadLegend(list, most, isWhole, idle, value, more = []) {
  const entries = isWhole && most <= 7 ? d3.range(1, most + 1).map((load) => [levelOf(load, most), String(load)])
    : d3.range(1, 8).map((level) => [level, `to ${value(most * level / 7)}`]);
  legend(list, [[0, idle], ...entries].map(([level, text]) => ({
    text,
    paint: (svg) => svg.append("rect").attr("width", 24).attr("height", 12).attr("rx", 2)
      .style("fill", `var(--q${level})`),
  })).concat(more));
}

// `whole`, { label, links, cycles, tree }, is shown first. `parts`, lists of such by name, are what a slider
// goes through; empty ones are not offered.
function networkView(parent, host, whole, unit, text, parts = {}, alone = false) {
  const series = Object.entries(parts).filter(([, frames]) => frames.length > 0);
  const state = { frames: [whole], frame: 0, folded: false, share: false, plane: "all" };
  const drawn = canBeDrawn(host);
  const tree = drawn && whole.tree ? treeOf(whole.tree) : null;
  const frameNow = () => state.frames[state.frame];
  const shares = [whole, ...series.flatMap(([, frames]) => frames)].every((frame) => frame.cycles > 0);
  const valueOf = (load) => state.share ? load / frameNow().cycles : load;
  const valueText = (load) => state.share ? `busy ${d3.format(".1%")(load / frameNow().cycles)} of the cycles`
    : counted(load, unit);
  const { figure, controls, chart, legend } = card(parent, {
    view: "network", title: "Links of the network", wide: alone || !drawn || layoutOf(host, false).width > 700,
    text: drawn ? `${text} The stronger its colour and the wider it is, the more it carries. Each line is one direction; traffic keeps right.`
      : `${text} A column for each node, or for several side by side; a row for each direction of an axis.`,
    numbers: () => [["from", "to", `${unit}s`],
      frameNow().links.loads.map(([from, to, load]) => [nodeText(host, from), nodeText(host, to), load])],
  });
  const loads = () => loadsOf(frameNow().links);
  // One scale for all iterations, or cycles; the whole has its own.
  const most = () => d3.max(state.frame === 0 ? [whole] : state.frames.slice(1),
    (frame) => frame.links.max * (state.share ? 1 / frame.cycles : 1)) || 1;
  const label = () => `${frameNow().label}: ${counted(frameNow().links.loads.length, "link")} of ` +
    `${number(frameNow().links.all)} carry something, the busiest ${valueText(frameNow().links.max)}`;

  function paint(marks, now, top) {
    marks.attr("data-value", (link) => now.get(keyOf(link.from, link.to)) || 0)
      .style("stroke", (link) => `var(--q${levelOf(valueOf(now.get(keyOf(link.from, link.to)) || 0), top)})`)
      .style("stroke-width", (link) => 1.4 + 0.5 * levelOf(valueOf(now.get(keyOf(link.from, link.to)) || 0), top));
  }
  function draw() {
    const now = loads();
    const top = most();
    const layout = drawn ? layoutOf(host, state.folded)
      : { width: 880, height: 54 + kRow * portsOf(host).length };
    const svg = drawing(chart, layout.width, layout.height, label());
    if (drawn) {
      const circle = isCircle(host, state.folded);
      const isWrap = (link) => !state.folded && !circle && wraps(host, link.from, link.to);
      const marks = svg.append("g").selectAll("path").data(allLinks(host)).join("path")
        .attr("class", "link mark")
        .attr("d", (link) => linkPath(layout, link.from, link.to, isWrap(link)));
      paint(marks, now, top);
      const nodes = deadNodesOf(host);
      const links = deadLinksOf(host);
      const isDead = (link) => nodes.has(link.from) || nodes.has(link.to) || links.has(keyOf(link.from, link.to));
      marks.classed("dead", isDead);
      dim(marks, layout, (link) => [link.from, link.to], state.plane);
      if (tree) dim(drawTree(svg, marks, tree, isWrap), layout, ({ link }) => [link.from, link.to], state.plane);
      const circles = drawNodes(svg, host, layout, String).classed("dead", (node) => nodes.has(node));
      if (tree) circles.classed("root", (node) => node === whole.tree.root);
      explain(chart, tree ? d3.selectAll([...marks.nodes(), ...circles.nodes()]) : marks, (mark) =>
        typeof mark === "number" ? treeText(host, tree, mark)
          : `${nodeText(host, mark.from)} to ${nodeText(host, mark.to)}: ` +
            (isDead(mark) ? "dead" : valueText(loads().get(keyOf(mark.from, mark.to)) || 0)));
    } else {
      const marks = drawMatrix(svg, host, now, (load) => `var(--q${levelOf(valueOf(load), top)})`);
      explain(chart, marks, (cell) => cell.text(valueText));
    }
    const { omitted, loads: listed } = frameNow().links;
    const idle = omitted === 0 ? "idle" : `idle, or ${valueText(d3.min(listed, (link) => link[2]))} at most`;
    loadLegend(legend, top, !state.share, idle,
      (limit) => state.share ? d3.format(".0%")(limit) : number(Math.floor(limit)),
      [...(drawn && host.dead ? [kDeadLegend] : []), ...(tree ? kTreeLegend : [])]);
    if (figure.querySelector("details[open]")) figure.querySelector("details").dispatchEvent(new Event("toggle"));
  }
  if (shares)
    choice(controls, "Show", [["sum", `${unit}s`], ["share", "share of cycles"]],
      (value) => { state.share = value === "share"; draw(); });
  if (drawn && canBeFolded(host))
    choice(controls, "Layout", [["plain", "plain"], ["folded", "folded"]],
      (value) => { state.folded = value === "folded"; draw(); });
  if (drawn && host.shape.length === 3)
    choice(controls, "Plane", [["all", "all"], ...d3.range(host.shape[0]).map((x) => [String(x), `axis 0 = ${x}`])],
      (value) => { state.plane = value; draw(); });
  const show = (frames, frame) => {
    Object.assign(state, { frames, frame });
    draw();
  };
  if (series.length > 0) addPlayer(controls, whole, series, show);
  else draw();
}

// A slider that goes from the whole through the frames of one of the series, a button that plays it,
// and where there are several series a choice of which.
function addPlayer(parent, whole, series, show) {
  const slider = el("input", { type: "range", min: 0 });
  const output = el("output", {});
  let frames = [];
  let timer = null;
  const go = (frame) => {
    slider.value = frame;
    slider.setAttribute("aria-valuetext", frames[frame].label);
    output.textContent = frames[frame].label;
    show(frames, frame);
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  const take = (name) => {
    stop();
    frames = [whole, ...series.find((one) => one[0] === name)[1]];
    slider.max = frames.length - 1;
    slider.setAttribute("aria-label", name);
    go(0);
  };
  if (series.length > 1)
    choice(parent, "Slider", series.map(([name]) => [name, `by ${name.toLowerCase()}`]), take);
  const play = button(parent, "Play", () => {
    if (timer) { stop(); return; }
    play.textContent = "Pause";
    timer = setInterval(() => go((Number(slider.value) + 1) % frames.length), 800);
  });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  parent.append(slider, output);
  take(series[0][0]);
}
