"""A netlist of standard cells as C++ that computes many copies of it at once, a bit of a word for each
(network.cc). There are no delays, so there are no glitches either.

A clock behind a gate is not computed: its flip-flops keep their value where the gate's latch holds 0.
"""

import collections
import re

PORT = re.compile(r"axis(\d+)_(plus|minus)_(in|out)_(\w+)$")


class Instance:
    def __init__(self, name, cell, nets):
        self.name = name
        self.cell = cell    # liberty.Cell
        self.nets = nets    # name of a pin -> net

    def net(self, pin):
        return self.nets[pin.name]

    def inputs(self):
        return [pin for pin in self.cell.pins.values() if not pin.output]

    def output(self):
        return next(pin for pin in self.cell.pins.values() if pin.output)


class Netlist:
    """Nets are numbers: 0 and 1 are the constants, and one that nothing drives is 0."""

    def __init__(self, module, library):
        self.library = library
        self.numbers = {"0": 0, "1": 1, "x": 0}
        self.ports = {name: (port["direction"], [self.number(bit) for bit in port["bits"]])
                      for name, port in module["ports"].items()}
        self.instances = []
        for cell in module["cells"].values():
            pins = library.cells[cell["type"]]
            nets = {pin: self.number(bits[0]) for pin, bits in cell["connections"].items()}
            self.instances.append(Instance(f"c{len(self.instances)}", pins, nets))
        self.drivers = {i.net(i.output()): i for i in self.instances}
        self.clocks = self.clock_nets()
        self.buffer_clocks()

    def number(self, bit):
        return self.numbers.setdefault(bit if isinstance(bit, int) else str(bit), len(self.numbers))

    def clock_nets(self):
        """The clock's nets, each with the net that a gate's latch reads, or None in front of gates."""
        clocks = {self.ports["clk"][1][0]: None}
        grown = True
        while grown:
            grown = False
            for one in self.instances:
                on_clock = [pin for pin in one.inputs() if one.net(pin) in clocks]
                if one.cell.kind or not on_clock or one.net(one.output()) in clocks:
                    continue
                enable = clocks[one.net(on_clock[0])]
                for pin in one.inputs():
                    if pin not in on_clock:
                        latch = self.drivers[one.net(pin)]
                        if latch.cell.kind != "latch":
                            raise ValueError(f"{one.name}: a clock behind more than a gate")
                        enable = latch.nets["D"]
                clocks[one.net(one.output())] = enable
                grown = True
        return clocks

    def buffer_clocks(self, most=12):
        """A gate gets a clock buffer for each 12 flip-flops behind it."""
        loads = collections.defaultdict(list)
        for one in self.instances:
            if one.cell.kind and self.clocks[one.nets["CLK"]] is not None:
                loads[one.nets["CLK"]].append(one)
        for net, behind in loads.items():
            for i in range(0, len(behind), most):
                name = f"clock_{net}_{i}"
                new = self.number(name)
                self.clocks[new] = self.clocks[net]
                self.instances.append(Instance(name, self.library.cells["CLKBUF1"],
                                               {"A": net, "Y": new}))
                self.drivers[new] = self.instances[-1]
                for one in behind[i:i + most]:
                    one.nets["CLK"] = new

    def area(self):
        return sum(one.cell.area for one in self.instances)

    def sequential_area(self):
        return sum(one.cell.area for one in self.instances if one.cell.kind)

    def loads(self):
        """For each net the pins that it drives: (instance, pin); outputs of the module are none."""
        found = collections.defaultdict(list)
        for one in self.instances:
            for pin in one.inputs():
                found[one.net(pin)].append((one, pin))
        return found

    def verilog(self, name):
        """The netlist, with a register behind each output: it reads the net itself, so that no output
        is assigned. The latch of a gate is a flip-flop here: its input must settle before the clock
        rises, and OpenSTA would lend it the time behind."""
        clock = self.wire(self.ports["clk"][1][0])
        inputs = sorted(self.port_bits("input"))
        outputs = range(len(self.port_bits("output")))
        ports = [f"n{b}" for b in inputs] + [f"o{i}" for i in outputs]
        lines = [f"module {name} ({', '.join(ports)});"]
        lines += [f"  input n{b};" for b in inputs] + [f"  output o{i};" for i in outputs]
        lines += [f"  wire n{n};" for n in range(2, len(self.numbers)) if n not in inputs]
        for one in self.instances:
            latch = one.cell.kind == "latch"
            pins = ", ".join(f".{pin}({clock if latch and pin == 'CLK' else self.wire(net)})"
                             for pin, net in one.nets.items())
            lines.append(f"  {'DFFPOSX1' if latch else one.cell.name} {one.name} ({pins});")
        for i, net in enumerate(self.port_bits("output")):
            lines.append(f"  DFFPOSX1 port_out{i} (.CLK({clock}), "
                         f".D({self.wire(net)}), .Q(o{i}));")
        return "\n".join(lines + ["endmodule", ""])

    def port_bits(self, direction):
        return [b for side, bits in self.ports.values() if side == direction for b in bits]

    @staticmethod
    def wire(net):
        return f"1'b{net}" if net < 2 else f"n{net}"

    # C++

    def order(self):
        """Gates in an order in which each comes after those that it reads."""
        done = {0, 1} | set(self.port_bits("input")) | set(self.clocks)
        done |= {one.net(one.output()) for one in self.instances if one.cell.kind}
        readers = collections.defaultdict(list)
        missing = {}
        ready = []
        for one in self.instances:
            if one.cell.kind or one.net(one.output()) in self.clocks:
                continue
            need = {one.net(pin) for pin in one.inputs()}
            need = {net for net in need if net not in done and net in self.drivers}
            missing[one.name] = len(need)
            for net in need:
                readers[net].append(one)
            if not need:
                ready.append(one)
        ordered = []
        while ready:
            one = ready.pop()
            ordered.append(one)
            for reader in readers[one.net(one.output())]:
                missing[reader.name] -= 1
                if not missing[reader.name]:
                    ready.append(reader)
        if len(ordered) != len(missing):
            raise ValueError("the netlist has a loop of gates")
        return ordered

    def cpp(self):
        parts = [f"constexpr int kNets = {len(self.numbers)};\n"]
        ordered = self.order()
        steps = range(0, len(ordered), 500)
        for at in steps:
            parts.append(f"void Gates{at}(Word* n) {{\n" + "".join(
                f"  n[{one.net(one.output())}] = {expression(one)};\n"
                for one in ordered[at:at + 500]) + "}\n")
        # in parentheses, as another netlist in a namespace has the same names
        parts.append("void Gates(Word* n) {\n" + "".join(f"  (Gates{at})(n);\n" for at in steps) + "}\n")

        def table(name, type_, rows):
            parts.append(f"const std::vector<{type_}> {name} = {{{', '.join(rows)}}};\n")

        flops = [one for one in self.instances if one.cell.kind == "ff"]
        table("kFlops", "Flop", (
            f"{{{one.nets['D']}, {one.nets['Q']}, {self.enable(one.nets['CLK'])}}}" for one in flops))
        table("kLatches", "Latch", (f"{{{one.nets['D']}, {one.nets['Q']}}}"
                                    for one in self.instances if one.cell.kind == "latch"))
        table("kClocks", "Latch", (f"{{{self.enable(net)}, {net}}}" for net in self.clocks))
        table("kLinks", "Link", (row for row in self.links()))
        named = {name: bits for name, (_, bits) in self.ports.items()}
        for name in ("rst", "coordinates", "s_axis_tvalid", "s_axis_tready", "s_axis_tdata",
                     "s_axis_tlast", "s_axis_tdest", "m_axis_tvalid", "m_axis_tready",
                     "m_axis_tdata", "m_axis_tlast", "m_axis_tuser", "host_axis_tvalid",
                     "host_axis_tdata", "host_axis_tlast", "loaded"):
            table("k_" + name, "int", map(str, named.get(name, [])))
        table("k_complaints", "int", (str(b) for name in ("error", "faults", "link_fault")
                                      for b in named.get(name, [])))
        table("k_sent", "int", (str(bits[0]) for name, bits in named.items()
                                if re.match(r"axis\d+_(plus|minus)_out_valid$", name)))
        table("kPorts", "Port", (f'{{"{name}", {int(side == "output")}, {{{", ".join(map(str, bits))}}}}}'
                                 for name, (side, bits) in self.ports.items()))
        return "".join(parts)

    def enable(self, clock):
        """The net that opens this clock; net 1 for one that always runs."""
        return 1 if self.clocks[clock] is None else self.clocks[clock]

    def links(self):
        """{from, to, direction}: an output's net, the net that it drives in the neighbour, and where
        that is: 2 * axis, + 1 for minus."""
        for name, (side, bits) in self.ports.items():
            match = PORT.match(name)
            if not match or side != "output":
                continue
            axis, sign, way, what = match.groups()
            there = f"axis{axis}_{sign}_{'in' if way == 'out' else 'out'}_{what}"
            # what goes back, as credits do, goes to the node that the flits come from
            backwards = (sign == "minus") == (way == "out")
            for a, b in zip(bits, self.ports[there][1]):
                yield f"{{{a}, {b}, {2 * int(axis) + backwards}}}"


def expression(one):
    """The output's function, from Liberty's words to C++."""
    words = re.findall(r"[A-Za-z]\w*|[()!+^]", one.output().function)
    text = ""
    before = ""
    for word in words:
        if before and before not in "(!+^" and word not in ")+^":
            text += " & "
        if word in one.nets:
            text += f"n[{one.nets[word]}]"
        else:
            text += {"!": "~", "+": " | ", "^": " ^ "}.get(word, word)
        before = word
    return text
