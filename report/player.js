// The player: each flit of one run, or of two runs with one clock, moves along its link cycle by cycle.
// Drawn on a canvas, as hundreds of flits move at once.

const kLane = 4; // how far right of its middle the flits of one direction are
const kFlit = 3.4; // radius
const kZoom = 3;
const kIdle = 64; // cycles
const kSpeeds = [1, 2, 4, 8, 16, 32, 64]; // cycles a second

// A host of more axes than can be drawn has the first half of them from row to row, the others in rows.
function playerLayout(host) {
  if (host.shape.length <= 3) return layoutOf(host, false);
  const columns = host.shape.slice(Math.ceil(host.shape.length / 2)).reduce((a, b) => a * b, 1);
  const rows = host.size / columns;
  const [step, margin] = [64, 48];
  const places = (node) => [node % columns, Math.floor(node / columns)];
  return { width: 2 * margin + (columns - 1) * step, height: 2 * margin + (rows - 1) * step, step, depth: 1,
    depthOf: () => 0, bends: true,
    at: (node) => places(node).map((place) => margin + place * step),
    apart: (a, b) => d3.max(places(a), (place, i) => Math.abs(place - places(b)[i])) };
}

// Points along a link, from 0 at its node to 1 at the next. A link around a wrap is a stub at each end;
// there flits go away from the other end.
function linkLine(layout, host, from, to) {
  const [x0, y0] = layout.at(from);
  const [x1, y1] = layout.at(to);
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const isWrap = !layout.bends && !isCircle(host, false) && wraps(host, from, to);
  const [px, py] = [-uy, ux].map((part) => part * (isWrap ? -kLane : kLane));
  if (isWrap) {
    const stub = layout.step * 0.5;
    return { from, to, stub, length: 2 * stub, point: (share) => share < 0.5
      ? [x0 + px - ux * stub * 2 * share, y0 + py - uy * stub * 2 * share]
      : [x1 + px + ux * stub * 2 * (1 - share), y1 + py + uy * stub * 2 * (1 - share)] };
  }
  const apart = layout.apart(from, to);
  const bend = apart > 1 ? layout.step * (0.2 + 0.12 * apart) : 0;
  return { from, to, stub: 0, length, point: (share) => {
    const off = 4 * bend * share * (1 - share);
    return [x0 + px + (x1 - x0) * share - uy * off, y0 + py + (y1 - y0) * share + ux * off];
  } };
}

// Adds the link to the path that is drawn next.
function tracePath(context, line) {
  for (const [from, to] of line.stub ? [[0, 0.499], [0.5, 1]] : [[0, 1]])
    d3.range(0, 11).forEach((i) => context[i ? "lineTo" : "moveTo"](...line.point(from + (to - from) * i / 10)));
}

// What is drawn of one run.
class Stage {
  constructor(result, chart) {
    this.result = result;
    this.host = result.host;
    this.movements = new Movements(result);
    this.layout = playerLayout(this.host);
    this.links = new Map(allLinks(this.host).map((link) => [keyOf(link.from, link.to), linkLine(this.layout, this.host, link.from, link.to)]));
    this.radius = Math.min(11, this.layout.step * 0.2);
    this.node = null; // that is zoomed to
    this.marks = [];
    this.canvas = el("canvas", { role: "img" });
    this.chart = chart;
    chart.append(this.canvas);
  }

  messageText(message) {
    const { route, flits, created } = this.movements.messages[message];
    return `message ${message}, ${nodeText(this.host, route[0])} to ${nodeText(this.host, route[route.length - 1])}, ` +
      `${counted(flits, "flit")}, created in cycle ${created}`;
  }
  shortText(message) {
    const { route } = this.movements.messages[message];
    return `message ${message} from ${nodeText(this.host, route[0])} to ${nodeText(this.host, route[route.length - 1])}`;
  }
  flitsText({ train, first, last }) {
    const before = d3.sum(this.movements.messages[train.message].trains.filter((one) => one.enter < train.enter), (one) => one.count);
    return first === last ? `flit ${before + first}` : `flits ${before + first} to ${before + last}`;
  }
  blockerText(mark, cycle, seen) {
    const { message, how } = this.movements.blockerOf(mark, cycle, seen);
    return message === null ? how : message === mark.train.message ? "the flits ahead" : `${this.shortText(message)}, ${how}`;
  }

  // Everything of a cycle that has a mark: { kind, text, count, message, place }; `place` is a point, or
  // of a flit on its link a function of the share of the cycle that is over.
  marksAt(cycle) {
    const { movements, layout } = this;
    const seen = movements.at(cycle);
    const marks = [];
    const add = (kind, one, place, text) =>
      marks.push({ kind, ...one, message: one.train.message, count: one.last - one.first + 1, place,
        text: () => `${this.messageText(one.train.message)}\n${this.flitsText(one)} ${text()}` });
    for (const one of seen.crossing) {
      const line = this.links.get(keyOf(one.from, one.to));
      if (!line) continue;
      add("crossing", one, (share) => line.point((one.on + share) / movements.hop),
        () => `on the link from ${nodeText(this.host, one.from)} to ${nodeText(this.host, one.to)}`);
    }
    for (const kind of ["leaving", "entering"])
      for (const one of seen[kind])
        add(kind, one, () => layout.at(one.from), () => `${kind.replace("ing", "s")} node ${nodeText(this.host, one.from)}`);
    const placeOf = (one) => keyOf(one.from, one.to);
    const here = d3.rollup(seen.waiting, (group) => d3.sum(group, (one) => one.last - one.first + 1), placeOf);
    for (const one of seen.waiting) {
      const line = one.to === null ? null : this.links.get(keyOf(one.from, one.to));
      const [x, y] = layout.at(one.from);
      const [tx, ty] = line ? line.point(Math.min(0.4, (this.radius + 7.5) / line.length)) : [x, y];
      const total = one.until === Infinity ? movements.until - movements.arrivalOf(one) : one.until - one.since;
      const others = here.get(placeOf(one)) - (one.last - one.first + 1);
      add("waiting", { ...one, others }, () => [tx, ty], () => `${one.first === one.last ? "waits" : "wait"} ${counted(total, "cycle")} in node ` +
        `${nodeText(this.host, one.from)}${one.until === Infinity ? " until the run ends" : ""} ` +
        `${line ? `for the link to ${nodeText(this.host, one.to)}` : "to leave"}, for ${this.blockerText(one, cycle, seen)}` +
        (others > 0 ? `\n${counted(others, "more flit")} ${others === 1 ? "waits" : "wait"} here` : ""));
    }
    for (const [node, queued] of d3.group(seen.queued, (one) => one.from)) {
      const [x, y] = layout.at(node);
      const first = d3.least(queued, (one) => movements.messages[one.message].trains[0].enter);
      const wait = movements.messages[first.message].trains[0].enter - movements.messages[first.message].created;
      const before = movements.entrantBefore(first, cycle);
      marks.push({ kind: "queued", from: node, count: queued.length, message: first.message,
        place: () => [x - this.radius * 0.95, y - this.radius * 0.95],
        text: () => `${this.messageText(first.message)}\nwaits ${counted(wait, "cycle")} to enter at node ${nodeText(this.host, node)}` +
          (before === null ? "" : `, for ${this.shortText(before)}`) +
          (queued.length > 1 ? `\n${counted(queued.length - 1, "more message")} ${queued.length === 2 ? "waits" : "wait"} here` : "") });
    }
    return { seen, marks };
  }

  // ---- the picture

  // From points of the layout to pixels of the page.
  fit() {
    const width = Math.min(this.chart.clientWidth, 1.5 * this.layout.width);
    this.size = [width, width * this.layout.height / this.layout.width];
    const ratio = devicePixelRatio || 1;
    [this.canvas.width, this.canvas.height] = this.size.map((length) => Math.max(1, Math.round(length * ratio)));
    [this.canvas.style.width, this.canvas.style.height] = this.size.map((length) => `${length}px`);
    const scale = width / this.layout.width;
    const zoom = this.node === null ? 1 : kZoom;
    const [x, y] = this.node === null ? [this.layout.width / 2, this.layout.height / 2] : this.layout.at(this.node);
    this.view = { ratio, scale: scale * zoom, x: this.size[0] / 2 - x * scale * zoom, y: this.size[1] / 2 - y * scale * zoom };
    this.ground = null;
  }
  toPage([x, y]) { return [x * this.view.scale + this.view.x, y * this.view.scale + this.view.y]; }
  start(context) {
    const { ratio, scale, x, y } = this.view;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
  }

  // Links and nodes, which do not change.
  drawGround(colours) {
    const ground = document.createElement("canvas");
    [ground.width, ground.height] = [this.canvas.width, this.canvas.height];
    const context = ground.getContext("2d");
    this.start(context);
    const deadNodes = deadNodesOf(this.host);
    const deadLinks = deadLinksOf(this.host);
    for (const line of this.links.values()) {
      const isDead = deadNodes.has(line.from) || deadNodes.has(line.to) || deadLinks.has(keyOf(line.from, line.to));
      context.beginPath();
      tracePath(context, line);
      context.strokeStyle = isDead ? colours.soft : colours.rule;
      context.setLineDash(isDead ? [1, 5] : []);
      context.lineWidth = 1.4;
      context.stroke();
    }
    for (let node = 0; node < this.host.size; ++node) {
      const [x, y] = this.layout.at(node);
      context.beginPath();
      context.arc(x, y, this.radius, 0, 2 * Math.PI);
      context.setLineDash(deadNodes.has(node) ? [2, 3] : []);
      [context.fillStyle, context.strokeStyle, context.lineWidth] = [colours.card, colours.soft, 1];
      context.fill();
      context.stroke();
      if (this.radius < 6) continue;
      [context.fillStyle, context.textAlign, context.textBaseline] = [colours.soft, "center", "middle"];
      context.font = `${this.radius * 0.85}px system-ui, sans-serif`;
      context.fillText(node, x, y);
    }
    return ground;
  }

  // The cycle, `share` of which is over.
  draw(cycle, share, colours, chosen = null) {
    if (cycle !== this.cycle) {
      Object.assign(this, this.marksAt(cycle), { cycle });
      this.canvas.setAttribute("aria-label", `Cycle ${cycle}: ${this.sentence()}`);
    }
    if (!this.ground) this.ground = this.drawGround(colours);
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.ground, 0, 0);
    this.start(context);
    context.setLineDash([]);
    if (chosen) this.drawRoutes(context, chosen, colours);
    for (const mark of this.marks) this.drawMark(context, mark, share, colours);
  }

  // The route of a mark's message, and dashed that of the message for which it waits.
  drawRoutes(context, mark, colours) {
    const before = mark.kind === "waiting" ? this.movements.blockerOf(mark, this.cycle, this.seen).message : null;
    context.globalAlpha = 0.6;
    if (before !== null && before !== mark.message) this.drawRoute(context, before, colours.bad, [5, 3]);
    this.drawRoute(context, mark.message, colours.ink, []);
    context.globalAlpha = 1;
  }
  drawRoute(context, message, colour, dashes) {
    const { route } = this.movements.messages[message];
    context.beginPath();
    for (let i = 0; i + 1 < route.length; ++i) {
      const line = this.links.get(keyOf(route[i], route[i + 1]));
      if (line) tracePath(context, line);
    }
    [context.strokeStyle, context.lineWidth] = [colour, 2];
    context.setLineDash(dashes);
    context.stroke();
    context.setLineDash([]);
  }

  drawMark(context, mark, share, colours) {
    const [x, y] = mark.place(share);
    const colour = colours.series[mark.message % 8];
    const number = (size) => {
      const count = mark.count + (mark.others || 0);
      if (count < 2) return;
      [context.font, context.textAlign, context.textBaseline] = [`bold ${size}px system-ui, sans-serif`, "center", "middle"];
      context.fillStyle = colours.card;
      context.fillText(count > 99 ? "…" : count, x, y + 0.4);
    };
    context.beginPath();
    if (mark.kind === "crossing") {
      context.arc(x, y, kFlit, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    } else if (mark.kind === "waiting") {
      context.rect(x - 4.2, y - 4.2, 8.4, 8.4);
      [context.fillStyle, context.strokeStyle, context.lineWidth] = [colour, colours.bad, 2];
      context.fill();
      context.stroke();
      number(6.5);
    } else if (mark.kind === "queued") {
      context.moveTo(x - 5.5, y - 4.5);
      context.lineTo(x + 5.5, y - 4.5);
      context.lineTo(x, y + 5);
      context.closePath();
      context.fillStyle = colours.bad;
      context.fill();
      number(5);
    } else {
      context.arc(x, y, this.radius - 1, 0, 2 * Math.PI);
      [context.strokeStyle, context.lineWidth] = [colour, 2];
      context.setLineDash(mark.kind === "leaving" ? [] : [3, 2]);
      context.stroke();
      context.setLineDash([]);
    }
  }

  sentence() {
    const { seen } = this;
    const flits = (list) => d3.sum(list, (one) => one.last - one.first + 1);
    return `${counted(flits(seen.crossing), "flit")} on links, ${number(flits(seen.waiting))} waiting, ` +
      `${counted(seen.queued.length, "message")} waiting to enter`;
  }

  // The mark at a point of the page; none if there is none near.
  markAt(point, share) {
    const near = d3.least(this.marks, (mark) => this.distance(mark, point, share));
    return near && this.distance(near, point, share) < Math.max(9, 5 * this.view.scale) ? near : null;
  }
  distance(mark, [x, y], share) {
    const [mx, my] = this.toPage(mark.place(share));
    return Math.hypot(mx - x, my - y) + (["entering", "leaving"].includes(mark.kind) ? 3 : 0);
  }
  nodeAt([x, y]) {
    const far = (node) => { const [nx, ny] = this.toPage(this.layout.at(node)); return Math.hypot(nx - x, ny - y); };
    const near = d3.least(d3.range(this.host.size), far);
    return far(near) <= this.radius * this.view.scale ? near : null;
  }
}

function coloursNow() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  return { ...Object.fromEntries(["card", "ink", "soft", "rule", "bad"].map((name) => [name, of(name)])),
    series: d3.range(8).map((i) => of(`s${i}`)) };
}

function howFar(stage, name) {
  const { whole, until } = stage.movements;
  const total = cyclesOf(stage.result);
  return whole ? "" : ` ${name}'s first ${counted(until, "cycle")}${total === null ? "" : ` of ${number(total)}`} are here: the page has no room for more.`;
}

const canBePlayed = (result) => result.command === "simulate" && result.movements && result.movements.messages.length > 0;

// results: one, or two that are shown beside each other.
function playerView(parent, results) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const state = { clock: 0, playing: false, speed: 2, colours: coloursNow(), chosen: null, at: -1 };
  const names = results.map((result, i) => results.length === 1 ? "The run" : `Run ${i + 1}`);
  const parts = card(parent, { view: "player", title: "The flits, cycle by cycle", wide: true,
    text: "Each flit moves along its link. Point at a mark to see which message it is of, and for whom it waits. Click a node to zoom to it.",
    numbers: () => [["run", "message", "from", "to", "how many", "what they do"], stages.flatMap((stage, i) =>
      [...stage.marks].reverse().map((mark) => {
        const { route } = stage.movements.messages[mark.message];
        return [i + 1, mark.message, nodeText(stage.host, route[0]), nodeText(stage.host, route[route.length - 1]), mark.count, mark.text().split("\n")[1]];
      }))] });
  parts.chart.classList.add("stages");
  const stages = results.map((result, i) => {
    const place = el("div", { class: "stage" });
    const title = el("p", { class: "caption" });
    if (results.length > 1) place.append(title);
    parts.chart.append(place);
    const stage = new Stage(result, place);
    title.textContent = `${names[i]}: ${result.traffic}`;
    return stage;
  });
  parts.figure.querySelector(".caption").textContent += stages.map((stage, i) => howFar(stage, names[i])).join("");
  const end = d3.max(stages, (stage) => stage.movements.end);
  const cycleNow = () => Math.min(end, Math.floor(state.clock));
  // Who stands still, or does not want to see things move, sees flits in the middle of their links.
  const shareNow = () => state.playing && !still.matches ? state.clock - Math.floor(state.clock) : 0.5;
  const slider = el("input", { type: "range", min: 0, max: end, value: 0, "aria-label": "Cycle of the run" });
  const output = el("output", {});

  function draw() {
    const cycle = cycleNow();
    if (state.chosen && state.chosen.stage.cycle !== cycle) {
      state.chosen = null;
      hideTip();
    }
    for (const stage of stages) stage.draw(cycle, shareNow(), state.colours, state.chosen && state.chosen.stage === stage ? state.chosen.mark : null);
    if (Number(slider.value) !== cycle || !output.textContent) {
      slider.value = cycle;
      output.textContent = `Cycle ${cycle}. ${stages.map((stage, i) => `${stages.length > 1 ? `${names[i]}: ` : ""}${stage.sentence()}.`).join(" ")}`;
      slider.setAttribute("aria-valuetext", output.textContent);
      if (!state.playing && parts.figure.querySelector("details[open]")) parts.figure.querySelector("details").dispatchEvent(new Event("toggle"));
    }
  }
  const choose = (stage, mark, x, y) => {
    state.chosen = mark ? { stage, mark } : null;
    if (mark) showTip(mark.text(), x, y);
    else hideTip();
    draw();
  };
  function go(cycle) {
    pause();
    state.clock = Math.max(0, Math.min(end, cycle));
    [state.chosen, state.at] = [null, -1];
    hideTip();
    draw();
  }
  // Where nothing happens for long, the clock goes on to where something does.
  const soonest = (clock) => {
    const next = d3.min(stages, (stage) => stage.movements.nextAfter(clock));
    return next > clock + kIdle ? next - 1 : clock;
  };
  let last = 0;
  function tick(now) {
    if (!state.playing) return;
    state.clock = Math.min(end + 0.999, state.clock + state.speed * Math.min(0.1, (now - last) / 1000));
    if (stages.every((stage) => stage.marks.length === 0)) state.clock = Math.max(state.clock, soonest(state.clock));
    last = now;
    if (state.clock >= end + 0.999) { go(end); return; }
    draw();
    requestAnimationFrame(tick);
  }
  function start() {
    if (cycleNow() >= end) state.clock = 0;
    [state.playing, last] = [true, performance.now()];
    play.textContent = "Pause";
    requestAnimationFrame(tick);
  }
  function pause() {
    state.playing = false;
    play.textContent = "Play";
    draw();
  }
  const play = button(parts.controls, "Play", () => (state.playing ? pause() : start()));
  button(parts.controls, "Back", () => go(cycleNow() - 1));
  button(parts.controls, "Forward", () => go(cycleNow() + 1));
  const speed = choice(parts.controls, "Speed", kSpeeds.map((one) => [one, `${counted(one, "cycle")} a second`]),
    (value) => { state.speed = Number(value); });
  speed.value = state.speed;
  slider.addEventListener("input", () => go(Number(slider.value)));
  parts.controls.append(slider);

  const fit = () => { state.colours = coloursNow(); stages.forEach((stage) => stage.fit()); draw(); };
  const zoomTo = (node) => {
    zoom.value = node === null ? "all" : String(node);
    stages.forEach((stage) => { stage.node = node !== null && node < stage.host.size ? node : null; });
    hideTip();
    fit();
  };
  const { host } = stages[0];
  const zoom = choice(parts.controls, "Zoom", [["all", "the whole network"], ...d3.range(host.size).map((node) => [node, `node ${nodeText(host, node)}`])],
    (value) => zoomTo(value === "all" ? null : Number(value)));
  parts.controls.append(output);

  for (const stage of stages) {
    const pointOf = (event) => { const box = stage.canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    stage.canvas.addEventListener("pointermove", (event) =>
      choose(stage, stage.markAt(pointOf(event), shareNow()), event.clientX, event.clientY));
    stage.canvas.addEventListener("pointerleave", () => choose(stage, null));
    stage.canvas.addEventListener("click", (event) => {
      const node = stage.nodeAt(pointOf(event));
      if (node !== null || stage.node !== null) zoomTo(node === stage.node ? null : node);
    });
  }
  // With the chart in focus, arrows go from mark to mark, and the space bar plays.
  parts.chart.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.target !== parts.chart) return;
    if (event.key === "Escape") choose(null, null);
    if (event.key === " ") { event.preventDefault(); play.click(); }
    const marks = stages.flatMap((stage) => [...stage.marks].reverse().map((mark) => ({ stage, mark }))); // what waits first
    if (!step || marks.length === 0) return;
    event.preventDefault();
    if (state.playing) pause();
    state.at = (Math.max(state.at, step < 0 ? 0 : -1) + step + marks.length) % marks.length;
    const { stage, mark } = marks[state.at];
    const box = stage.canvas.getBoundingClientRect();
    const [x, y] = stage.toPage(mark.place(0.5));
    choose(stage, mark, box.left + x, box.top + y);
  });
  parts.chart.addEventListener("blur", () => choose(null, null));

  const seriesMark = (swatch, shape) => shape(swatch).style("fill", seriesColour(0));
  legend(parts.legend, [
    { text: "flit on its link", paint: (swatch) => seriesMark(swatch, (svg) => svg.append("circle").attr("cx", 12).attr("cy", 6).attr("r", 4)) },
    { text: "flits that wait, and how many", paint: (swatch) => seriesMark(swatch, (svg) => svg.append("rect").attr("x", 7).attr("y", 1).attr("width", 10).attr("height", 10))
      .style("stroke", "var(--bad)").style("stroke-width", 2) },
    { text: "messages that wait to enter", paint: (swatch) => swatch.append("path").attr("d", "M6,1H18L12,11z").style("fill", "var(--bad)") },
    ...[["flit enters", "3 2"], ["flit leaves", "none"]].map(([text, dash]) => ({ text, paint: (swatch) => swatch.append("circle").attr("cx", 12).attr("cy", 6).attr("r", 5)
      .style("fill", "none").style("stroke", seriesColour(0)).style("stroke-width", 2).style("stroke-dasharray", dash) })),
  ]);
  new ResizeObserver(fit).observe(parts.chart);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", fit);
  fit();
  parts.figure.stages = stages; // for tests
}
