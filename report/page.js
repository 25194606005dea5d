// The page: a section for each result, two of the same command side by side.

const kViews = { map: mapView, schedule: scheduleView, simulate: simulateView, cost: costView,
  sweep: sweepView, synth: synthView, chip: chipView };

function titleOf(result) {
  switch (result.command) {
    case "map": return `${graphText(result.guest)} on ${graphText(result.host)} by ${result.embedding}`;
    case "schedule": return `Schedule ${result.schedule} of task <${result.task.join(",")}> on ${graphText(result.host)}`;
    case "simulate": return `Run of ${result.traffic}`;
    case "cost": return result.collective ? `Cost of ${result.collective} on ${graphText(result.host)}`
      : `Cost of ${graphText(result.guest)} on ${graphText(result.host)}, schedule ${result.schedule}`;
    case "synth": return "What nodes cost";
    case "chip": return "What nodes cost as standard cells";
    default: return `Sweep of ${counted(result.networks.length, "network")}`;
  }
}

function aboutOf(result) {
  switch (result.command) {
    case "map": return result.bit_order ? `Bits of the cube are dealt to the axes in ${result.bit_order} order.` : "";
    case "schedule": return `${graphText(result.guest)} by ${result.embedding}, ${result.ports === "one" ? "one port" : "all ports"} a node, ${counted(result.message_flits, "flit")} a message.`;
    case "simulate": return `On ${result.network}. Hardware ${result.hardware_hash}, run ${result.run_hash}.`;
    case "cost": return result.collective ? "" : `By ${result.embedding}, ${result.ports === "one" ? "one port" : "all ports"} a node.`;
    case "synth": return `Synthesised by Yosys ${result.yosys}.`;
    case "chip": return `Cells of ${result.library}, by Yosys ${result.yosys} and OpenSTA ${result.opensta}; no layout.`;
    default: return `${counted(result.rows.length, "row")}, ${counted(result.seeds.length, "seed")}, engine ${result.engine}.`;
  }
}

function show(result, index, parent, isPlayed) {
  const heading = el("h2", { id: `result-${index}` }, titleOf(result));
  const section = el("section", { class: "result", "data-command": result.command, "aria-labelledby": `result-${index}` },
    el("p", { class: "about" }, `toroid ${result.command}`), heading, el("p", { class: "about" }, aboutOf(result)));
  for (const note of result.left_out || []) section.append(el("p", { class: "about" }, note));
  const facts = el("div");
  const cards = el("div", { class: "cards" });
  section.append(facts, cards);
  parent.append(section);
  kViews[result.command](cards, facts, result, isPlayed);
}

const { results } = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("results");
document.title = `toroid: ${results.map(titleOf).join("; ")}`;
const isPair = results.length === 2 && results[0].command === results[1].command;
const place = isPair ? el("div", { class: "pair" }) : main;
if (isPair) { main.append(place); document.querySelectorAll("header, main, footer").forEach((part) => { part.style.maxWidth = "110rem"; }); }
const isPlayed = isPair && results.every(canBePlayed);
if (isPlayed) {
  const both = el("section", { "aria-labelledby": "both" }, el("h2", { id: "both" }, "Both runs, with one clock"));
  main.insertBefore(both, place);
  playerView(both, results);
}
results.forEach((result, index) => show(result, index, place, isPlayed));
