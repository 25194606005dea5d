"""AXI4 endpoints under the traffic of the testbench that toroid generates for them: what it shows at the
ports of one node's sides in Icarus Verilog is played into their netlists (play.cc)."""

import re

CONFIG = """host = "torus:8x8"
local = "axi4"
name = "net"
[axi]
threads = 1
max-burst = 16
read-buffer = 16
write-buffer = 16
"""
RECORD = """module record;
  initial begin
    $dumpfile("axi.vcd");
    $dumpvars(1, net_tb.network.manager10, net_tb.network.subordinate10);
  end
endmodule
"""


def simulated(tools, requests):
    """What the sides of node 10 show, as a VCD."""
    out = tools.folder / "axi"
    (tools.folder / "axi.toml").write_text(CONFIG)
    (tools.folder / "record.v").write_text(RECORD)
    tools.run("rm", "-rf", out)
    tools.run(tools.toroid, "generate", "--config", "axi.toml", "--out", out)
    files = [out / "sim/net_tb.v"] + sorted((out / "sim").glob("net_axi_*.v"))
    files += sorted((out / "rtl").glob("*.v")) + sorted((out / "wrap").glob("*.v"))
    tools.run("iverilog", "-g2005", "-s", "net_tb", "-s", "record", "-o", "axi.vvp", "record.v", *files)
    said = tools.run("vvp", "-n", "axi.vvp", f"+requests={requests}")
    if not re.search("^PASS", said, re.M):
        raise ValueError(said[-500:])
    return (tools.folder / "axi.vcd").read_text()


def cycles(vcd, side):
    """A side's signals in each cycle, {name: bits, the lowest first}, as they are when the clock rises."""
    head, body = vcd.split("$enddefinitions $end", 1)
    head = head[head.index(f"$scope module {side}"):].split("$upscope", 1)[0]
    names = {}
    now = {}
    for width, code, name in re.findall(r"\$var \w+ (\d+) (\S+) (\w+)", head):
        names.setdefault(code, []).append(name)
        now[name] = "0" * int(width)
    clock = next(code for code, same in names.items() if "clk" in same)
    found = []
    for block in re.split(r"^#\d+$", body, flags=re.M):
        changes = re.findall(r"^b(\S+) (\S+)$|^([01xz])(\S+)$", block, re.M)
        if any(bit == "1" and code == clock for _, _, bit, code in changes):
            found.append(dict(now))
        for bits, wide, bit, code in changes:
            value = (bits or bit).replace("x", "0").replace("z", "0")
            for name in names.get(wide or code, ()):
                now[name] = value.rjust(len(now[name]), "0")[::-1]
    return found


def recording(netlist, seen):
    """The text that play.cc reads."""
    ports = {name: (side, len(bits)) for name, (side, bits) in netlist.ports.items()}
    lines = [str(len(ports))] + [f"{name} {int(side == 'output')} {width}"
                                 for name, (side, width) in ports.items()]
    axi = "s_axi_" if "s_axi_wvalid" in ports else "m_axi_"
    for now in seen:
        beats = sum(now[f"{axi}{way}valid"] == now[f"{axi}{way}ready"] == "1" for way in "wr")
        lines.append("".join(now[name] for name in ports) + f" {beats}")
    return "\n".join(lines) + "\n"
