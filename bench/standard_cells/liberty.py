"""A library of standard cells: areas, capacitances of pins, and energies of a toggle, from Liberty.

The library of Debian's qflow-tech-osu018 has no wires, so with_wires() writes a copy in which each
fan-out of a net has a capacitance. Energies are in pJ, capacitances in pF, slews in ns: the units of
the file, whose voltage is in V.
"""

import re

GROUP = re.compile(r"\s*(?:(\w+)\s*\(([^()]*)\)\s*(\{|;)|(\w+)\s*:\s*([^;]*);|(\}))", re.S)
WIRES = """
  wire_load("fanout") { resistance : 0; capacitance : 1; area : 0; slope : %g; fanout_length(1, %g); }
  default_wire_load : "fanout";
  default_wire_load_mode : top;
"""


def with_wires(text, pf_each):
    """The library's text, with a capacitance for each fan-out of a net."""
    mark = "default_operating_conditions : typical;"
    if text.count(mark) != 1:
        raise ValueError("the library is not the one of qflow-tech-osu018")
    return text.replace(mark, mark + WIRES % (pf_each, pf_each))


def groups(text):
    """The file as nested (name, arguments, attributes, groups)."""
    text = re.sub(r"/\*.*?\*/|\\\n", " ", text, flags=re.S)
    root = ("", "", {}, [])
    stack = [root]
    for found in GROUP.finditer(text):
        name, arguments, opens, attribute, value, closes = found.groups()
        if closes:
            stack.pop()
        elif attribute:
            stack[-1][2][attribute] = value.strip().strip('"')
        elif opens == ";":
            stack[-1][2][name] = arguments
        else:
            stack[-1][3].append((name, arguments.strip(), {}, []))
            stack.append(stack[-1][3][-1])
    return root[3][0]


def numbers(text):
    return [float(word) for word in re.findall(r"[-+.\deE]+", text)]


class Table:
    """A table of one or two indices, read between its points, and beyond them along its edges."""

    def __init__(self, group):
        self.first = numbers(group[2]["index_1"])
        self.second = numbers(group[2].get("index_2", ""))
        self.values = numbers(group[2]["values"])

    def at(self, *place):
        i, x = between(self.first, place[0])
        if not self.second:
            return self.values[i] * (1 - x) + self.values[i + 1] * x
        j, y = between(self.second, place[1])
        row = len(self.second)
        low, high = (self.values[r * row + j] * (1 - y) + self.values[r * row + j + 1] * y
                     for r in (i, i + 1))
        return low * (1 - x) + high * x


def between(points, value):
    i = max(k for k in range(len(points) - 1) if k == 0 or points[k] <= value)
    return i, (value - points[i]) / (points[i + 1] - points[i])


class Pin:
    def __init__(self, group):
        attributes = group[2]
        self.name = group[1]
        self.output = attributes["direction"] == "output"
        self.capacitance = float(attributes.get("capacitance", 0))
        self.most = float(attributes.get("max_capacitance", 0))
        self.function = attributes.get("function", "")
        # (related pin or "", rise, fall)
        self.energies = []
        self.slew = 0.0  # the largest of its tables
        for name, _, values, inner in group[3]:
            tables = {inside[0]: Table(inside) for inside in inner}
            if name == "internal_power" and len(tables) == 2:  # a set or reset in DFFSR has one
                self.energies.append((values.get("related_pin", ""), tables["rise_power"],
                                      tables["fall_power"]))


class Cell:
    def __init__(self, group, areas):
        self.name = group[1]
        self.area = float(group[2]["area"]) or areas[self.name]
        self.leakage = float(group[2]["cell_leakage_power"])  # nW
        self.pins = {pin.name: pin for pin in map(Pin, (g for g in group[3] if g[0] == "pin"))}
        self.kind = next((g[0] for g in group[3] if g[0] in ("ff", "latch")), "")

    def toggle(self, pin, slews, load):
        """Energy of a toggle inside the cell, the mean of rise and fall; of an output, for each
        input from which it may come (name -> pJ). slews: of each input, when it rises and falls."""
        energies = {}
        for related, rise, fall in pin.energies:
            source = related or pin.name
            loads = (load,) if pin.output else ()
            energies[source] = sum(table.at(*loads, slew) for table, slew in
                                   zip((rise, fall), slews[source])) / 2
        return energies


class Library:
    def __init__(self, text, lef):
        top = groups(text)
        # the Liberty file says 0 for the area of a latch: the place that it takes by the LEF file
        sizes = {name: float(w) * float(h) for name, w, h in
                 re.findall(r"^MACRO (\w+).*?^\s*SIZE\s+([\d.]+)\s+BY\s+([\d.]+)", lef, re.S | re.M)}
        areas = [g for g in top[3] if g[0] == "cell"]
        known = next(g for g in areas if g[1] == "NAND2X1")
        scale = float(known[2]["area"]) / sizes["NAND2X1"]
        self.cells = {g[1]: Cell(g, {n: s * scale for n, s in sizes.items()}) for g in areas}
        self.volts = float(top[2]["nom_voltage"])
        self.gate = self.cells["NAND2X1"].area
