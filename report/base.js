"use strict";
// What all charts are made with: elements, numbers, tables, and the text that is shown for a mark,
// by pointer or by keyboard.

const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

// 1,234,567; 0.001; four digits of what is not whole, but never less than all before the point.
const number = (value) =>
  value === null || value === undefined ? "–"
    : typeof value !== "number" ? String(value)
    : Number.isInteger(value) ? d3.format(",d")(value)
    : d3.format(Math.abs(value) >= 1000 ? ",.1~f" : ",.4~r")(value);
// On an axis, where room is short: 0.001, 100, 1.234k, 1M, 1G.
const tickText = (value) => d3.format(Math.abs(value) >= 1000 ? "~s" : "~r")(value);
const counted = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
const graphText = (graph) => `${graph.twists ? "twisted" : graph.kind}:${graph.kind === "hypercube"
  ? graph.shape.length : graph.shape.join("x")}${(graph.twists || []).map((twist) => `/${twist.join(":")}`).join("")}`;

// (1,3) of node 11 on torus:4x8: the first coordinate counts most.
const coordinatesOf = (host, node) => {
  const coordinates = [];
  for (const length of [...host.shape].reverse()) {
    coordinates.unshift(node % length);
    node = Math.floor(node / length);
  }
  return coordinates;
};
// The axis of a link between nodes with these coordinates. A twisted wrap moves along other axes too.
const axisOf = (host, a, b) => {
  const differ = d3.range(a.length).filter((axis) => a[axis] !== b[axis]);
  return differ.find((axis) => !(host.twists || []).some(([twisted, along]) => along === axis && differ.includes(twisted)));
};
const nodeText = (host, node) => `${node} (${coordinatesOf(host, node).join(",")})`;

// q1 to q7 by the share of the largest; q0 is nothing.
const levelOf = (value, most) =>
  value <= 0 ? 0 : Math.min(7, 1 + Math.floor(7 * (value - 1e-9) / Math.max(most, 1e-12)));
const seriesColour = (i) => `var(--s${i % 8})`;
const seriesDash = (i) => ["none", "7 3", "2 3", "9 3 2 3"][i % 4];

function tableOf(columns, rows, most = 500) {
  const head = el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)));
  const line = (row) => el("tr", {}, ...row.map((value) => el("td", {}, number(value))));
  const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows.slice(0, most).map(line)));
  if (rows.length > most)
    table.append(el("caption", {}, `The first ${most} of ${number(rows.length)} lines`));
  return table;
}

// Folded away; made when it is opened, as it may be long. `read` returns [columns, rows].
function numbersOf(title, read) {
  const scroll = el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `${title}, as a table` });
  const details = el("details", { class: "numbers" }, el("summary", {}, "The numbers"), scroll);
  details.addEventListener("toggle", () => {
    if (details.open) scroll.replaceChildren(tableOf(...read()));
  });
  return details;
}

// A card: heading, sentence, controls, chart, legend, numbers. `view` names it for tests.
function card(parent, { view, title, text = "", wide = false, numbers = null }) {
  const parts = {
    controls: el("div", { class: "controls" }),
    chart: el("div", { class: "chart", tabindex: 0, role: "group", "aria-label": title }),
    legend: el("ul", { class: "legend" }),
  };
  const figure = el("figure", { class: wide ? "card wide" : "card", "data-view": view },
    el("h3", {}, title), el("p", { class: "caption" }, text), parts.controls, parts.chart,
    parts.legend);
  if (numbers) figure.append(numbersOf(title, numbers));
  parent.append(figure);
  return { figure, ...parts };
}

// A drawing that scales with the page, but not above its own size, nor so far below that its text is
// too small to read: then the chart scrolls. Drawings of less than 600 pixels fit a phone. `label`
// says in words what it shows.
function drawing(parent, width, height, label) {
  parent.replaceChildren();
  return d3.select(parent).append("svg").attr("viewBox", [0, 0, width, height])
    .attr("role", "img").attr("aria-label", label).style("max-width", `${width}px`)
    .style("min-width", `${Math.round((width < 600 ? 0.6 : 0.75) * width)}px`);
}

function choice(parent, label, options, change) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", { value }, text)));
  select.addEventListener("change", () => change(select.value));
  parent.append(el("label", {}, label, select));
  return select;
}

function button(parent, text, press) {
  const made = el("button", { type: "button" }, text);
  made.addEventListener("click", press);
  parent.append(made);
  return made;
}

// A swatch is drawn by `paint`, on 24 x 12.
function legend(list, entries) {
  list.replaceChildren(...entries.map(({ text, paint }) => {
    const item = el("li", {}, text);
    const svg = d3.create("svg").attr("viewBox", [0, 0, 24, 12]).attr("aria-hidden", "true");
    paint(svg);
    item.prepend(svg.node());
    return item;
  }));
}

function showTip(text, x, y) {
  const tip = document.getElementById("tip");
  tip.hidden = false;
  if (tip.textContent !== text) tip.textContent = text;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 4))}px`;
  tip.style.top = `${y + 18 + box.height > innerHeight ? y - box.height - 8 : y + 18}px`;
}
const hideTip = () => { document.getElementById("tip").hidden = true; };

// Pointing at a mark shows its text. With the chart in focus, the arrow keys go from mark to mark.
function explain(chart, marks, text) {
  marks.on("pointermove", (datum) => showTip(text(datum), d3.event.clientX, d3.event.clientY))
    .on("pointerleave", hideTip);
  let at = -1;
  chart.onkeydown = (event) => {
    const nodes = marks.nodes();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") hideTip();
    if (!step || nodes.length === 0 || event.target !== chart) return;
    event.preventDefault();
    d3.select(nodes[at]).classed("current", false);
    at = (at + step + nodes.length) % nodes.length;
    const box = d3.select(nodes[at]).classed("current", true).node().getBoundingClientRect();
    showTip(text(d3.select(nodes[at]).datum()), box.right, box.bottom);
  };
  chart.onblur = () => { hideTip(); marks.classed("current", false); };
}
