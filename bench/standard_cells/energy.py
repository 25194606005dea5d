"""Energy of a node's toggles, and the rows of the result.

A toggle of a net takes half of C V^2, C that of its pins and 10 fF for each of them, and what the
tables say of the cell that drives it and of the pins that it reaches: the mean of rise and fall. An
output's energy depends on the input that it comes from; the inputs count by how often they toggle.
(OpenSTA of 2019 takes the sum of rise and fall for each toggle, so twice of it.)
"""

import collections

import flow

HEADING = ["node", "kGE", "flip-flops kGE", "MHz", "traffic", "flits in", "flit-hops", "pJ/cycle",
           "of it idle", "pJ a flit-hop", "pJ a bit-hop"]


def per_cycle(mapped, toggles):
    """pJ a cycle: {"clock", "sequential", "gates", "leakage"}; clock is all that clock nets take."""
    found = {"clock": 0.0, "sequential": 0.0, "gates": 0.0, "leakage": 0.0}
    net = mapped.netlist
    loads = net.loads()
    volts = mapped.library.volts
    inputs = set(net.port_bits("input")) - set(net.clocks)
    outside = collections.Counter(net.port_bits("output"))  # a register reads each output
    register = mapped.library.cells["DFFPOSX1"].pins["D"].capacitance
    for number, count in enumerate(toggles):
        pins = loads[number]
        # registers of the neighbours drive the wires that come from there
        if number not in inputs:
            charge = sum(pin.capacitance + flow.WIRE for _, pin in pins)
            charge += outside[number] * (register + flow.WIRE)
            driver = net.drivers.get(number)
            kind = "clock" if number in net.clocks else \
                "sequential" if driver and driver.cell.kind else "gates"
            found[kind] += count * charge * volts * volts / 2
            if driver:
                found[kind] += count * inside(mapped, driver, toggles, charge)
        for one, pin in pins:
            kind = "clock" if number in net.clocks else "sequential" if one.cell.kind else "gates"
            found[kind] += count * sum(one.cell.toggle(pin, slews(mapped, one), 0).values())
    # nW to pJ in a cycle at the node's clock
    found["leakage"] = sum(i.cell.leakage for i in net.instances) / mapped.mhz * 1e-3
    return found


def slews(mapped, one):
    return {pin.name: mapped.slews.get(one.net(pin), 2 * (flow.CLOCK_SLEW,)) for pin in one.inputs()}


def inside(mapped, driver, toggles, load):
    """pJ of a toggle of the driver's output, in the driver."""
    energies = driver.cell.toggle(driver.output(), slews(mapped, driver), load)
    if not energies:
        return 0.0
    weights = {pin: toggles[driver.nets[pin]] for pin in energies}
    total = sum(weights.values())
    if not total:
        return sum(energies.values()) / len(energies)
    return sum(energies[pin] * weights[pin] for pin in energies) / total


def overloaded(mapped):
    """Nets with more than the library allows at the pin that drives them."""
    loads = mapped.netlist.loads()
    found = 0
    for number, driver in mapped.netlist.drivers.items():
        charge = sum(pin.capacitance + flow.WIRE for _, pin in loads[number])
        found += charge > driver.output().most > 0
    return found


def size(mapped):
    """Gates and clock, as text."""
    kge = [area / mapped.library.gate / 1000
           for area in (mapped.netlist.area(), mapped.netlist.sequential_area())]
    return [f"{kge[0]:.2f}", f"{kge[1]:.2f}", f"{mapped.mhz:.1f}"]


def row(name, mapped, counts):
    net = mapped.netlist
    gate = mapped.library.gate
    idle = sum(per_cycle(mapped, counts["idle", 0][1]).values())
    slow = sum(max(slew) > flow.SLOWEST for slew in mapped.slews.values())
    width = len(net.ports.get("s_axis_tdata", "--")[1]) // len(net.ports.get("s_axis_tvalid", "--")[1])
    runs = []
    for (kind, rate), ((entered, _, hops), toggles) in counts.items():
        parts = per_cycle(mapped, toggles)
        total = sum(parts.values())
        flit_hop = (total - idle) / hops if hops else None
        runs.append({"traffic": kind, "rate": rate, "entered": round(entered, 4), "hops": round(hops, 4),
                     "pj": round(total, 3), "idle": round(idle, 3),
                     "flit_hop": flit_hop and round(flit_hop, 3),
                     "bit_hop": flit_hop and round(flit_hop / width, 4),
                     "parts": {key: round(value, 3) for key, value in parts.items()}})
    return {"name": name, "kge": round(net.area() / gate / 1000, 2),
            "sequential_kge": round(net.sequential_area() / gate / 1000, 2),
            "mhz": round(mapped.mhz, 1), "slow_pins": slow,
            "largest_slew": round(max(map(max, mapped.slews.values())), 2),
            "overloaded": overloaded(mapped), "runs": runs}


def lines(one):
    for run in one["runs"]:
        rate = f" {run['rate']:g}" if run["rate"] else ""
        yield [one["name"], str(one["kge"]), str(one["sequential_kge"]), str(one["mhz"]),
               run["traffic"] + rate, str(run["entered"]), str(run["hops"]), str(run["pj"]),
               str(run["idle"]), str(run["flit_hop"] or "-"), str(run["bit_hop"] or "-")]
