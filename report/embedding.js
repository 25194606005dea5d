// An embedding: the guest's edges drawn between the host nodes that hold their ends.

// Each edge once, from the end that it leaves upwards; a ring's last edge comes back to the first.
function guestEdges(guest) {
  return allLinks(guest).filter((link) => {
    const [a, b] = [coordinatesOf(guest, link.from), coordinatesOf(guest, link.to)];
    const axis = a.findIndex((x, i) => x !== b[i]);
    link.axis = axis;
    return guest.shape[axis] === 2 ? a[axis] === 0 : (b[axis] - a[axis] + guest.shape[axis]) % guest.shape[axis] === 1;
  });
}

// On a twisted torus by a search over the links, from node to node.
function searchedDistances(host) {
  const next = d3.group(allLinks(host), (link) => link.from);
  return d3.range(host.size).map((from) => {
    const distances = new Map([[from, 0]]);
    for (const node of distances.keys())
      for (const { to } of next.get(node)) if (!distances.has(to)) distances.set(to, distances.get(node) + 1);
    return distances;
  });
}

function distance(host, from, to) {
  const [a, b] = [coordinatesOf(host, from), coordinatesOf(host, to)];
  return d3.sum(a, (x, axis) => {
    const apart = Math.abs(x - b[axis]);
    return host.kind === "torus" ? Math.min(apart, host.shape[axis] - apart) : apart;
  });
}

function embeddingView(parent, result) {
  const { guest, host, mapping } = result;
  const searched = host.twists ? searchedDistances(host) : null;
  const edges = guestEdges(guest).map((edge) => {
    const [a, b] = [mapping[edge.from], mapping[edge.to]];
    return { ...edge, a, b, dilation: searched ? searched[a].get(b) : distance(host, a, b) };
  });
  const most = d3.max(edges, (edge) => edge.dilation) || 1;
  const held = d3.range(host.size).map(() => []);
  mapping.forEach((node, guestNode) => held[node].push(guestNode));
  const holds = (node) => held[node].join(" ");
  const deadNodes = deadNodesOf(host);
  const deadLinks = deadLinksOf(host);
  const isDead = (link) => deadLinks.has(keyOf(link.from, link.to)) || deadNodes.has(link.from) || deadNodes.has(link.to);
  const round = new Map((result.degraded ? result.degraded.round : []).map(([low, high, extra]) => [keyOf(low, high), extra]));
  const roundText = (edge) => {
    const extra = round.get(keyOf(Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)));
    return extra === undefined ? "" : `\ngoes round what is dead${extra === null ? "" : `, ${counted(extra, "more link")} both ways`}`;
  };
  const state = { axis: edges.length > 130 && guest.shape.length > 1 ? "0" : "all", folded: canBeFolded(host) && host.shape.length < 3 };
  const parts = card(parent, {
    view: "embedding", title: "The guest on the host", wide: layoutOf(host, false).width > 700,
    text: "A curve joins the host nodes that hold the ends of a guest edge; the stronger its colour, the " +
      "longer the way. Nodes are numbered by the guest nodes that they hold.",
    numbers: () => [["guest edge", "host nodes", "axis", "dilation"],
      edges.map((edge) => [`${edge.from} – ${edge.to}`, `${nodeText(host, edge.a)} – ${nodeText(host, edge.b)}`, edge.axis, edge.dilation])],
  });
  function draw() {
    const shown = edges.filter((edge) => edge.dilation > 0 && (state.axis === "all" || edge.axis === Number(state.axis)));
    const layout = layoutOf(host, state.folded);
    const svg = drawing(parts.chart, layout.width, layout.height, `${counted(shown.length, "guest edge")} of ` +
      `${graphText(guest)} on ${graphText(host)}, the longest over ${counted(d3.max(shown, (edge) => edge.dilation) || 0, "link")}`);
    svg.append("g").selectAll("path").data(allLinks(host).filter(isDead)).join("path").attr("class", "link dead")
      .attr("d", (link) => linkPath(layout, link.from, link.to,
        !state.folded && !isCircle(host, state.folded) && wraps(host, link.from, link.to)));
    const marks = svg.append("g").selectAll("path").data(shown).join("path").attr("class", "edge mark")
      .attr("data-value", (edge) => edge.dilation)
      .style("stroke", (edge) => `var(--q${Math.max(2, levelOf(edge.dilation, most))})`)
      .attr("d", (edge) => {
        const [[x0, y0], [x1, y1]] = [layout.at(edge.a), layout.at(edge.b)];
        const bend = layout.apart(edge.a, edge.b) > 1 || isCircle(host, state.folded) ? 0.16 : 0;
        return `M${x0},${y0}Q${(x0 + x1) / 2 - (y1 - y0) * bend},${(y0 + y1) / 2 + (x1 - x0) * bend} ${x1},${y1}`;
      });
    dim(marks, layout, (edge) => [edge.a, edge.b]);
    drawNodes(svg, host, layout, holds).classed("dead", (node) => deadNodes.has(node));
    explain(parts.chart, marks, (edge) => `guest edge ${edge.from} – ${edge.to}, axis ${edge.axis}\n` +
      `host ${nodeText(host, edge.a)} – ${nodeText(host, edge.b)}\n${counted(edge.dilation, "link")}${roundText(edge)}`);
  }
  choice(parts.controls, "Edges", [["all", "all"], ...guest.shape.map((_, axis) => [String(axis), guest.kind === "hypercube"
    ? `cube dimension ${guest.shape.length - 1 - axis}` : `axis ${axis}`])],
    (value) => { state.axis = value; draw(); }).value = state.axis;
  if (canBeFolded(host))
    choice(parts.controls, "Layout", [["folded", "folded"], ["plain", "plain"]],
      (value) => { state.folded = value === "folded"; draw(); }).value = state.folded ? "folded" : "plain";
  draw();
  const levels = d3.range(1, most + 1);
  legend(parts.legend, (levels.length > 8 ? [1, Math.ceil(most / 2), most] : levels).map((dilation) => ({
    text: counted(dilation, "link"),
    paint: (swatch) => swatch.append("path").attr("class", "edge").attr("d", "M0,6H24")
      .style("stroke-width", 3).style("stroke", `var(--q${Math.max(2, levelOf(dilation, most))})`) }))
    .concat(host.dead ? [kDeadLegend] : []));
}
