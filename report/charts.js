// Bars and lines with axes.

const kMargin = { top: 14, right: 18, bottom: 42, left: 62 };

// Ticks with text. A logarithmic scale chooses itself which of its ticks have any; a scale of bands
// has their names.
const numbered = (axis, scale, ticks) =>
  scale.base ? axis.ticks(ticks, tickText) : scale.ticks ? axis.ticks(ticks).tickFormat(tickText) : axis;

function axes(svg, x, y, width, height, { across, up }) {
  const bottom = height - kMargin.bottom;
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${bottom})`)
    .call(numbered(d3.axisBottom(x), x, 6));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${kMargin.left},0)`)
    .call(numbered(d3.axisLeft(y), y, 5));
  svg.append("g").attr("class", "grid").attr("transform", `translate(${kMargin.left},0)`)
    .call(d3.axisLeft(y).ticks(5).tickSize(-(width - kMargin.left - kMargin.right)).tickFormat(""))
    .call((grid) => grid.select(".domain").remove());
  svg.append("text").attr("class", "soft").attr("text-anchor", "middle").text(across)
    .attr("x", (kMargin.left + width - kMargin.right) / 2).attr("y", height - 6);
  svg.append("text").attr("class", "soft").attr("text-anchor", "middle").text(up)
    .attr("transform", `translate(14,${(kMargin.top + bottom) / 2}) rotate(-90)`);
}

// bars: [{ name, value, text }], names in order along the axis.
function barsView(parent, { view, title, text, across, up, bars, wide = false }) {
  const parts = card(parent, { view, title, text, wide,
    numbers: () => [[across, up], bars.map((bar) => [bar.name, bar.value])] });
  const [width, height] = [560, 260];
  const most = d3.max(bars, (bar) => bar.value);
  const label = `${title}. ${bars.length} bars, the largest ${number(most)} at ` +
    `${number(bars.find((bar) => bar.value === most).name)}`;
  const svg = drawing(parts.chart, width, height, label);
  const x = d3.scaleBand(bars.map((bar) => bar.name), [kMargin.left, width - kMargin.right]).padding(0.15);
  const y = d3.scaleLinear([0, most], [height - kMargin.bottom, kMargin.top]).nice();
  axes(svg, x, y, width, height, { across, up });
  const every = Math.ceil(bars.length / 10); // names that fit
  svg.select(".axis").selectAll(".tick").filter((_, i) => i % every > 0).remove();
  const marks = svg.append("g").selectAll("rect").data(bars).join("rect").attr("class", "bar mark")
    .attr("x", (bar) => x(bar.name)).attr("width", x.bandwidth())
    .attr("y", (bar) => y(bar.value)).attr("height", (bar) => y(0) - y(bar.value))
    .attr("data-value", (bar) => bar.value);
  explain(parts.chart, marks, (bar) => bar.text);
  return parts;
}

// Lying bars, each with its name and value written out. bars: [{ name, value, colour, note }].
function comparisonView(parent, { view, title, text, unit, bars }) {
  const parts = card(parent, { view, title, text,
    numbers: () => [["name", unit], bars.map((bar) => [bar.name, bar.value])] });
  const [width, line, left] = [560, 30, 190];
  const x = d3.scaleLinear([0, d3.max(bars, (bar) => bar.value)], [0, width - left - 90]);
  const svg = drawing(parts.chart, width, bars.length * line + 6,
    bars.map((bar) => `${bar.name}: ${counted(bar.value, unit)}`).join(", "));
  const rows = svg.selectAll("g").data(bars).join("g")
    .attr("transform", (_, i) => `translate(0,${i * line + 4})`);
  rows.append("text").attr("x", left - 10).attr("y", line / 2).attr("text-anchor", "end")
    .attr("dominant-baseline", "central").text((bar) => bar.name);
  const marks = rows.append("rect").attr("class", "bar mark").attr("x", left).attr("y", 4)
    .attr("height", line - 8).attr("width", (bar) => Math.max(1, x(bar.value)))
    .attr("data-value", (bar) => bar.value).style("fill", (bar) => bar.colour);
  rows.append("text").attr("x", (bar) => left + x(bar.value) + 8).attr("y", line / 2)
    .attr("dominant-baseline", "central").text((bar) => number(bar.value));
  explain(parts.chart, marks, (bar) => `${bar.name}: ${counted(bar.value, unit)}${bar.note ? `\n${bar.note}` : ""}`);
  return parts;
}

const kMarks = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross];

// lines: [{ name, points: [{ x, y, low, high, open, text }] }]. Open marks are what `openMeans` says.
function linesView(parent, { view, title, text, across, up, lines, log = {}, openMeans = null, numbers, wide = false }) {
  const parts = card(parent, { view, title, text, numbers, wide });
  const [width, height] = wide ? [980, 380] : [560, 320];
  const points = lines.flatMap((line) => line.points);
  const scale = (isLog, values, range) => isLog
    ? d3.scaleLog(d3.extent(values), range) : d3.scaleLinear([0, d3.max(values)], range).nice();
  const x = scale(log.x, points.map((p) => p.x), [kMargin.left, width - kMargin.right]);
  const y = scale(log.y, points.flatMap((p) => [p.y, p.high || p.y]), [height - kMargin.bottom, kMargin.top]);
  const svg = drawing(parts.chart, width, height, `${title}: ${up} over ${across}, ` +
    `${counted(lines.length, "line")}: ${lines.map((line) => line.name).join("; ")}`);
  axes(svg, x, y, width, height, { across, up });
  const paths = svg.selectAll("g.series").data(lines).join("g").attr("class", "series");
  paths.append("path").attr("class", "line").attr("d", (line) =>
    d3.line().x((p) => x(p.x)).y((p) => y(p.y))(line.points))
    .style("stroke", (_, i) => seriesColour(i)).style("stroke-dasharray", (_, i) => seriesDash(i));
  const all = lines.flatMap((line, i) => line.points.map((p) => ({ ...p, i })));
  svg.append("g").selectAll("line").data(all.filter((p) => p.high)).join("line").attr("class", "whisker")
    .attr("x1", (p) => x(p.x)).attr("x2", (p) => x(p.x)).attr("y1", (p) => y(p.low)).attr("y2", (p) => y(p.high))
    .style("stroke", (p) => seriesColour(p.i));
  const symbol = (p) => d3.symbol().type(kMarks[p.i % kMarks.length]).size(46)();
  const marks = svg.append("g").selectAll("path").data(all).join("path")
    .attr("class", (p) => p.open ? "mark open" : "mark").attr("d", symbol)
    .attr("transform", (p) => `translate(${x(p.x)},${y(p.y)})`).attr("data-value", (p) => p.y)
    .style("stroke", (p) => seriesColour(p.i)).style("fill", (p) => p.open ? null : seriesColour(p.i));
  explain(parts.chart, marks, (p) => p.text);
  const entries = lines.map((line, i) => ({ text: line.name, paint: (swatch) => {
    swatch.append("path").attr("d", "M0,6H24").style("stroke", seriesColour(i)).style("stroke-width", 2)
      .style("stroke-dasharray", seriesDash(i));
    swatch.append("path").attr("d", symbol({ i })).attr("transform", "translate(12,6) scale(.8)")
      .style("fill", seriesColour(i));
  } }));
  if (openMeans && all.some((p) => p.open))
    entries.push({ text: openMeans, paint: (swatch) => swatch.append("circle").attr("class", "open")
      .attr("cx", 12).attr("cy", 6).attr("r", 4).style("stroke", "var(--ink)") });
  legend(parts.legend, entries);
  return parts;
}
