// A schedule in space and time: a row for each link (or injector and ejector), a bar for each
// message that uses it. Bars that overlap are conflicts, which a schedule must not have.

// Marks each use that shares a cycle of its row with another.
function findConflicts(rows, flits) {
  for (const uses of rows.values()) {
    uses.sort((a, b) => a.cycle - b.cycle);
    for (let i = 1, last = uses[0]; i < uses.length; ++i) {
      if (uses[i].cycle < last.cycle + flits) last.conflict = uses[i].conflict = true;
      if (uses[i].cycle >= last.cycle) last = uses[i];
    }
  }
}

// What each kind of row is used for and when. A message is in its injector with its first flit
// before the first link, and in its ejector after the last: on these rows only the cycles of one
// kind compare.
function usesOf(result, kind) {
  const last = new Map();
  const rows = new Map();
  const add = (name, order, cycle, message) => {
    const key = `${order}`;
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push({ row: key, name, cycle, message });
  };
  for (const [message, from, to, cycle] of result.uses) {
    if (kind === "links") add(`${from} → ${to}`, from * result.host.size + to, cycle, message);
    if (!last.has(message) || last.get(message) < cycle) last.set(message, cycle);
  }
  if (kind === "ends") result.messages.forEach((message, i) => {
    add(`node ${message.node} sends`, 2 * message.node, message.cycle, i);
    if (last.has(i)) add(`node ${message.to} receives`, 2 * message.to + 1, last.get(i), i);
  });
  findConflicts(rows, result.message_flits);
  const keys = [...rows.keys()].sort((a, b) => a - b);
  return { keys, uses: keys.flatMap((key) => rows.get(key)) };
}

function useText(result, use) {
  const message = result.messages[use.message];
  const until = use.cycle + result.message_flits - 1;
  return `${use.conflict ? "CONFLICT\n" : ""}${use.name}\ncycle ${use.cycle}${until > use.cycle ? ` to ${until}` : ""}\n` +
    `message ${nodeText(result.host, message.node)} to ${nodeText(result.host, message.to)}, ` +
    `cube dimension ${message.cube_dimension}${result.steps === null ? "" : `, step ${message.step}`}`;
}

function spaceTimeView(parent, result) {
  const state = { kind: "links" };
  const flits = result.message_flits;
  const parts = card(parent, {
    view: "space-time", title: "Who uses what when", wide: true,
    text: "A row for each link, a bar for each message on it, coloured by cube dimension. " +
      "Zoom with the buttons or Ctrl and the wheel, drag to move; conflicts are red, with a border.",
    numbers: () => [["where", "from cycle", "to cycle", "message from", "to", "cube dimension"],
      usesOf(result, state.kind).uses.map((use) => {
        const message = result.messages[use.message];
        return [use.name, use.cycle, use.cycle + flits - 1, nodeText(result.host, message.node),
          nodeText(result.host, message.to), message.cube_dimension];
      })],
  });
  const [width, left, top] = [1120, 110, 24];
  let zoom = null;
  let svg = null;
  function draw() {
    const { keys, uses } = usesOf(result, state.kind);
    const line = keys.length > 120 ? 12 : 16;
    const height = top + keys.length * line + 8;
    const end = d3.max(uses, (use) => use.cycle) + flits;
    const conflicts = uses.filter((use) => use.conflict).length;
    svg = drawing(parts.chart, width, height, `${counted(uses.length, "use")} of ${counted(keys.length,
      state.kind === "links" ? "link" : "injector or ejector")} in ${counted(end, "cycle")}, ${counted(conflicts, "use")} in conflict`);
    const x = d3.scaleLinear([0, end], [left, width - 10]);
    const y = d3.scaleBand(keys, [top, height - 8]).padding(0.12);
    const names = new Map(uses.map((use) => [use.row, use.name]));
    svg.append("clipPath").attr("id", "plot").append("rect").attr("x", left).attr("width", width - left)
      .attr("height", height);
    svg.append("g").selectAll("text").data(keys).join("text").attr("x", left - 6).attr("text-anchor", "end")
      .attr("y", (key) => y(key) + y.bandwidth() / 2).attr("dominant-baseline", "central")
      .style("font-size", `${line - 3}px`).text((key) => names.get(key));
    svg.append("text").attr("class", "soft").attr("x", left - 6).attr("y", top - 8).attr("text-anchor", "end")
      .text("in cycle");
    const axis = svg.append("g").attr("class", "axis").attr("transform", `translate(0,${top - 2})`);
    const plot = svg.append("g").attr("clip-path", "url(#plot)");
    const marks = plot.selectAll("rect").data(uses).join("rect")
      .attr("class", (use) => `use mark${use.conflict ? " conflict" : ""}`).attr("y", (use) => y(use.row))
      .attr("height", y.bandwidth()).attr("data-value", (use) => use.cycle)
      .style("fill", (use) => use.conflict ? null : seriesColour(result.messages[use.message].cube_dimension));
    const place = (scale) => {
      axis.call(d3.axisTop(scale).tickValues(scale.ticks(10).filter(Number.isInteger)).tickFormat(number));
      marks.attr("x", (use) => scale(use.cycle)).attr("width", Math.max(1.2, scale(flits) - scale(0)));
    };
    place(x);
    zoom = d3.zoom().scaleExtent([1, Math.max(2, end / 8)]).translateExtent([[left, 0], [width, height]])
      .extent([[left, 0], [width, height]])
      .filter(() => d3.event.type !== "wheel" || d3.event.ctrlKey)
      .on("zoom", () => place(d3.event.transform.rescaleX(x)));
    svg.call(zoom);
    explain(parts.chart, marks, (use) => useText(result, use));
  }
  if (result.ports === "one")
    choice(parts.controls, "Rows", [["links", "links"], ["ends", "injectors and ejectors"]],
      (value) => { state.kind = value; draw(); });
  for (const [text, factor] of [["Zoom in", 2], ["Zoom out", 0.5]])
    button(parts.controls, text, () => svg.call(zoom.scaleBy, factor));
  button(parts.controls, "Whole", () => svg.call(zoom.transform, d3.zoomIdentity));
  draw();
  const dimensions = d3.range(result.task[0], result.task[0] + result.task[1]);
  legend(parts.legend, [...dimensions.map((dimension) => ({ text: `cube dimension ${dimension}`,
    paint: (swatch) => swatch.append("rect").attr("width", 24).attr("height", 12).style("fill", seriesColour(dimension)) })),
    { text: "conflict", paint: (swatch) => swatch.append("rect").attr("class", "conflict").attr("x", 1).attr("y", 1)
      .attr("width", 22).attr("height", 10) }]);
}
