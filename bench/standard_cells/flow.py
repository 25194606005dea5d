"""The tools: from a network's options to a mapped node with its timing, and its toggles in a network."""

import collections
import json
import math
import os
import pathlib
import re
import subprocess

import axi
import liberty
import netlist

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = HERE.parent.parent / "rtl_templates/lib"
CELLS = pathlib.Path(os.environ.get("TOROID_OSU018", "/usr/share/qflow/tech/osu018"))
WIRE = 0.01       # pF of a net for each fan-out: some 50 um of wire
CLOCK_SLEW = 0.1  # ns
PERIOD = 20       # ns, of a clock that is slow enough for any node
SLOWEST = 1.2     # ns, the largest slew of the tables
ABC = ("strash; &get -n; &fraig -x; &put; scorr; dc2; strash; &get -n; &dch -f; &nf; &put; topo; "
       "buffer -c -p -N 8; topo; upsize -c; dnsize -c\n")
# The library has no gating cell: a gate of a clock (toroid_clock_gate) is not mapped with the logic, and
# becomes these cells at the end.
GATE = """
module {name} (input clk, input enable, output gated);
  wire low, open;
  INVX1 inverter (.A(clk), .Y(low));
  LATCH latch (.CLK(low), .D(enable), .Q(open));
  AND2X2 gate (.A(clk), .B(open), .Y(gated));
endmodule
"""
YOSYS = """
read_verilog -defer {files}
hierarchy -check -top {top} {parameters}
rename -top {top}
{gate}
synth -run begin:fine -flatten -top {top}
opt -full
synth -run fine:check
dfflibmap -liberty cells.lib
opt
abc -liberty cells.lib -constr constr -script abc.script
opt_clean -purge
{gates}
write_json mapped.json
"""
STA = """
read_liberty cells.lib
read_verilog framed.v
link_design framed
create_clock -name clock -period {period} clk
set_clock_transition {slew} clock
set_input_transition {slew} [get_ports clk]
set_input_delay 0 -clock clock [get_ports in_*]
{false}
proc slews {{name pin}} {{
  foreach vertex [[get_pins $pin] vertices] {{
    puts "slew $name [lindex [$vertex slews rise] end] [lindex [$vertex slews fall] end]"
  }}
}}
puts "slack [sta::worst_slack_cmd max]"
report_checks -path_delay max -fields {{cap slew}}
"""

Mapped = collections.namedtuple("Mapped", "netlist library mhz slews")


class Failed(Exception):
    pass


class Tools:
    def __init__(self, folder, toroid):
        self.folder = folder
        self.toroid = toroid
        self.compiled = None  # the node in the program that counts
        self.axi = None       # what AXI4 endpoints showed
        if not (CELLS / "osu018_stdcells.lib").exists():
            raise Failed(f"{CELLS}: no cells; scripts/install-dependencies chip installs them")
        text = liberty.with_wires((CELLS / "osu018_stdcells.lib").read_text(), WIRE)
        (folder / "cells.lib").write_text(text)
        self.library = liberty.Library(text, (CELLS / "osu018_stdcells.lef").read_text())
        (folder / "constr").write_text("set_driving_cell BUFX2\nset_load 20\n")  # fF
        (folder / "abc.script").write_text(ABC)

    def run(self, *command):
        done = subprocess.run([str(word) for word in command], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise Failed(f"{command[0]} failed:\n" + "\n".join(done.stdout.splitlines()[-20:]))
        return done.stdout

    def version(self, *command):
        return re.search(r"\d+(\.\d+)+", self.run(*command)).group()

    def module(self, name, parameters):
        """A module of the library."""
        settings = "".join(f" -chparam {p.replace('=', ' ')}" for p in parameters.split())
        return self.map(sorted(LIBRARY.glob("*/*.v")), name, settings)

    def node(self, host, options, place=None):
        out = self.folder / "net"
        self.run("rm", "-rf", out)
        self.run(self.toroid, "generate", "--host", host, *options.split(), "--name", "net",
                 "--out", out)
        files = sorted((out / "rtl").glob("*.v"))
        if (out / "net_routes.hex").exists():
            (self.folder / "words").write_text((out / "net_routes.hex").read_text())
        if place is None:
            return self.map(files, "net_node")
        manifest = json.loads((out / "manifest.json").read_text())
        (self.folder / "placed.v").write_text(placed(manifest, place))
        return self.map(files + [self.folder / "placed.v"], "placed")

    def map(self, files, top, parameters=""):
        """Maps a module, and times it between registers at its ports."""
        gate = next((path.stem for path in files if path.stem.endswith("_clock_gate")), None)
        (self.folder / "gate.v").write_text(GATE.format(name=gate))
        script = YOSYS.format(files=" ".join(map(str, files)), top=top, parameters=parameters,
                              gate=f"blackbox {gate}" if gate else "",
                              gates="techmap -map gate.v" if gate else "")
        (self.folder / "map.ys").write_text(script)
        self.run("yosys", "-q", "-s", "map.ys")
        modules = json.loads((self.folder / "mapped.json").read_text())["modules"]
        mapped = netlist.Netlist(modules[top], self.library)
        return Mapped(mapped, self.library, *self.time(mapped))

    def time(self, mapped):
        framed, false = frame(mapped)
        (self.folder / "framed.v").write_text(framed)
        lines = [STA.format(period=PERIOD, slew=CLOCK_SLEW, false=false)]
        for net, driver in mapped.drivers.items():
            lines.append(f"slews {net} {{node/{driver.name}/{driver.output().name}}}\n")
        (self.folder / "time.tcl").write_text("".join(lines) + "exit\n")
        said = self.run("sta", "-exit", "time.tcl")
        slack = re.search(r"^slack (\S+)", said, re.M)
        found = re.findall(r"^slew (\d+) (\S+) (\S+)", said, re.M)
        if not slack or len(found) != len(mapped.drivers):
            raise Failed("sta: no timing\n" + said[-2000:])
        # OpenSTA's own numbers are in seconds
        slews = {int(net): (float(a) * 1e9, float(b) * 1e9) for net, a, b in found}
        return 1000 / (PERIOD - float(slack.group(1)) * 1e9), slews

    def all_reduce(self, mapped, host, options, cycles):
        """Toggles in toroid's own all-reduce by `bucket`, of about so many cycles."""
        elements = 4 * math.prod(lengths_of(host)) * len(lengths_of(host))
        elements *= max(1, round(cycles / self.simulated(host, options, elements)))
        due = self.simulated(host, options, elements)
        # the last flits are seen to arrive in the cycle after they crossed a link
        return self.messages(mapped, host, sends((self.folder / "sum.goal").read_text()), due + 1)

    def messages(self, mapped, host, sent, cycles, place=None):
        """Toggles while messages are sent and arrive, each (cycle, source, destination, flits)."""
        text = "".join("{} {} {} {}\n".format(*one) for one in sent)
        (self.folder / "messages").write_text(text)
        return self.toggles(mapped, host, "played", "messages", cycles, place)

    def simulated(self, host, options, elements):
        said = self.run(self.toroid, "simulate", "--host", host, *options.split(), "--traffic", "all-reduce",
                        "--method", "bucket", "--elements", elements, "--engine", "model", "--quiet",
                        "--format", "json", "--export", "sum.goal")
        return json.loads(said)["reference_cycles"]

    def toggles(self, mapped, host, traffic, rate, cycles, place=None):
        """Toggles a cycle of a node's nets, the mean of all nodes; or, with place = (number, mapped), of one
        node whose place is constant, in the network of the others."""
        lengths = lengths_of(host)
        blocks = math.prod(lengths) // 64
        defines = [f"-DBLOCKS={blocks}", f"-DLENGTHS={','.join(map(str, lengths))}",
                   f"-DWRAPS={int(not host.startswith('mesh'))}"]
        (self.folder / "netlist.inc").write_text(mapped.netlist.cpp())
        if place:
            (self.folder / "place.inc").write_text(place[1].netlist.cpp())
            defines.append(f"-DPLACE={place[0]}")
        program = self.folder / "network"
        if (mapped, place) != self.compiled:
            self.run(os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-I", self.folder, *defines,
                     HERE / "network.cc", "-o", program)
            self.compiled = mapped, place
        words = self.run(program, traffic, rate, cycles).split()
        taken, *flits = map(int, words[:4])
        if taken != cycles:
            raise Failed(f"{host}, {traffic}: {taken} cycles and not {cycles}")
        nodes = 1 if place else math.prod(lengths)
        per_cycle = [int(word) / nodes / cycles for word in words[4:]]
        return [count / nodes / cycles for count in flits], per_cycle

    def axi_traffic(self, requests):
        if self.axi is None:
            self.axi = axi.simulated(self, requests)
        return self.axi

    def played(self, mapped, recorded, first):
        """Toggles of a module under what was recorded at its ports, from a cycle on."""
        (self.folder / "place.inc").write_text(mapped.netlist.cpp())
        (self.folder / "recorded").write_text(recorded)
        self.run(os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-I", self.folder, "-DBLOCKS=1",
                 HERE / "play.cc", "-o", "play")
        words = self.run(self.folder / "play", "recorded", first).split()
        cycles, *flits = map(int, words[:4])
        return [count / cycles for count in flits], [int(word) / cycles for word in words[4:]]


def lengths_of(host):
    return [int(n) for n in host.split(":")[1].split("x")]


def sends(goal):
    """Of a program that toroid exported: (cycle, source, destination, flits of 32 bits) of each message,
    by cycle. A rank calculates until the cycle in which it sends (TR6.2 of docs/spec/traces.md)."""
    found = []
    for rank, text in re.findall(r"^rank (\d+) {\n(.*?)^}", goal, re.M | re.S):
        after = collections.defaultdict(list)
        for label, other in re.findall(r"^(\w+) requires (\w+)$", text, re.M):
            after[label].append(other)
        ends = {}  # of calculations
        for label, what, number, rest in re.findall(r"^(\w+): (\w+) (\d+)b?(.*)$", text, re.M):
            begins = max((ends.get(other, 0) for other in after[label]), default=0)
            if what == "calc":
                ends[label] = begins + int(number)
            elif what == "send":
                found.append((begins, int(rank), int(rest.split()[1]), int(number) // 4))
    return sorted(found)


def placed(manifest, place):
    """The node with its coordinates constant."""
    node = next(module for module in manifest["modules"] if module["role"] == "node")
    ports = {port["name"]: port for port in node["ports"]}
    bits = ports.pop("coordinates")["width"]
    listed = ", ".join(f"{p['direction']} [{p['width'] - 1}:0] {name}" for name, p in ports.items())
    pins = ", ".join(f".{name}({name})" for name in ports)
    return (f"module placed ({listed});\n"
            f"  net_node node (.coordinates({bits}'d{place}), {pins});\nendmodule\n")


def frame(mapped):
    """The node between registers at its ports, and what is constant."""
    clock = mapped.ports["clk"][1][0]
    inputs = [bit for bit in mapped.port_bits("input") if bit != clock]
    outputs = mapped.port_bits("output")
    names = {bit: f"n{bit}" for bit in inputs}
    ports = ["clk"] + [f"in_{n}" for n in names.values()] + [f"out_{i}" for i in range(len(outputs))]
    lines = [mapped.verilog("node"), f"module framed ({', '.join(ports)});", "  input clk;"]
    for name in names.values():
        lines += [f"  input in_{name};", f"  wire {name};",
                  f"  DFFPOSX1 r_{name} (.D(in_{name}), .CLK(clk), .Q({name}));"]
    lines += [f"  output out_{i};" for i in range(len(outputs))]
    pins = [f".n{clock}(clk)"] + [f".{n}({n})" for n in names.values()]
    pins += [f".o{i}(out_{i})" for i in range(len(outputs))]
    lines += [f"  node node ({', '.join(pins)});", "endmodule", ""]
    constant = mapped.ports.get("coordinates", ("", []))[1]
    false = "\n".join(f"set_false_path -from [get_pins r_n{bit}/CLK]" for bit in constant)
    return "\n".join(lines), false
