// Lines to start from: README's jobs, then what papers and tutorials are about. `files` are in the folder
// `examples`.
export const kExamples = [
  ["Three jobs", [
    ["Verilog of an 8x8 torus for an FPGA", "generate --host torus:8x8 --target ecp5 --out my-network"],
    ["Prove that its packets cannot deadlock", "check --host torus:8x8"],
    ["Random packets on it, cycle by cycle", "simulate --host torus:8x8 --target ecp5 --traffic uniform --rate 0.2 --engine model --report run.html"],
    ["Where a torus and a mesh saturate", "sweep --host torus:8x8,mesh:8x8 --traffic uniform --rate 0.05:0.6:0.05 --cycles 1000 --warmup 300 --engine model --plot latency.svg --report sweep.html"],
    ["All-reduce by the fastest method", "simulate --host torus:8x8 --ports all --traffic all-reduce --method auto --elements 4096 --engine model --report run.html"],
    ["Regression 1: a result before a change", "simulate --host torus:4x4 --traffic uniform --engine model --format json --quiet > before.json"],
    ["Regression 2: and after it", "simulate --host torus:4x4 --traffic uniform --buffer-depth 8 --engine model --format json --quiet > after.json"],
    ["Regression 3: what got worse?", "compare before.json after.json --tolerance 0.02"],
  ]],
  ["Papers", [
    ["Xor embedding: a hypercube on a torus", "map --guest hypercube:6 --host torus:8x8 --embedding xor --report map.html"],
    ["Its program, scheduled so that none wait", "simulate --guest hypercube:6 --host torus:8x8 --embedding xor --traffic cc-cube --schedule offset --engine model --report run.html"],
    ["Its schedule, link by link", "schedule --guest hypercube:6 --host torus:8x8 --embedding xor --bit-order cyclic --task 0,4 --schedule offset --message-flits 4 --report schedule.html"],
    ["CALMANT: a hypercube on a mesh", "schedule --guest hypercube:6 --host mesh:8x8 --embedding standard --bit-order cyclic --task 0,4 --schedule calmant --report schedule.html"],
    ["CALMANT: what pipelining gains", "cost --guest hypercube:6 --host mesh:8x8 --embedding standard --schedule calmant --elements 4096 --startup 20 --report cost.html"],
    ["Ho and Johnsson: a mesh on a hypercube", "map --guest mesh:12x20 --host hypercube:8 --embedding gray --report map.html"],
    ["Tao: a torus on a smaller mesh", "map --guest torus:12x12 --host mesh:6x6 --embedding tao --report map.html"],
  ]],
  ["More", [
    ["Networks for a program, ranked", "choose --guest hypercube:4 --nodes 16"],
    ["Methods of an all-reduce, compared", "cost --host torus:4x4 --ports all --collective all-reduce --report collective.html"],
    ["A schedule that routers follow without buffers", "generate --host torus:8x8 --guest hypercube:6 --embedding xor --ports all --router scheduled --schedule stream --task 0,6 --message-flits 16 --out scheduled"],
    ["AXI4 managers and memories", "generate --host mesh:4x4 --local axi4 --out axi4-network"],
    ["Routes around dead links", "check --host mesh:4x4 --routes --dead-links 0-1,5-6 --dead-nodes 10"],
    ["A twisted torus", "simulate --host twisted:4x8 --traffic uniform --rate 0.3 --engine model --report run.html"],
    ["A table of my own messages", "simulate --host torus:4x4 --traffic trace --trace messages.csv --engine model --report run.html", ["messages.csv"]],
    ["Can these messages hang?", "check --host ring:4 --flows asks.csv --out hangs.csv", ["asks.csv"]],
    ["A program in GOAL", "simulate --host torus:4x4 --traffic trace --trace program.goal --engine model --report run.html", ["program.goal"]],
    ["Two programs on one machine", "simulate --config shared-torus.toml --engine model --report run.html", ["shared-torus.toml"]],
    ["A commented file of options", "init --out network.toml"],
  ]],
];
