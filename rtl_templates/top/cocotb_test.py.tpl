<%banner%>
"""Random packets between the nodes of <%wrap%>, with cocotb and cocotbext-axi: `make cocotb`."""

import logging
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

PORTS = <%ports%>  # streams in, and out, of a node; stream i is at node i / PORTS
BYTES = <%flit_bytes%>  # of tdata
KEEP = <%keep%>  # whether there is tkeep, so that a packet may end within a flit
ADDRESS_BITS = <%address_bits%>  # of tdest, and of the source in tuser, below user bits
CLASSES = [<%prefixes%>]  # of messages: what their streams' names begin with
OWN_CLOCKS = [<%own_clocks%>]  # nodes whose streams are not clocked by clk
LENGTHS = [<%lengths%>]
WRAPS = [<%wraps%>]
# Who sends and receives: node, tid there, address.
PARTIES = [
<%#party_rows%>
    (<%node%>, <%rank%>, <%address%>),
<%/party_rows%>
]


def first_port(source, destination):
    """The first link port on the way, by dimension order: of several ports the one to send by."""
    stride, base = 1, 0
    for length in LENGTHS:
        stride *= length
    for length, wraps in zip(LENGTHS, WRAPS):
        stride //= length
        x, y = source // stride % length, destination // stride % length
        ahead = 2 * ((y - x) % length)
        if x != y:
            if length == 2:
                return base
            if not wraps:
                return base + (y < x)
            if ahead != length:
                return base + (ahead > length)
            return base + x % 2
        base += 1 if length == 2 else 2
    return None


@cocotb.test()
async def every_packet_arrives(dut):
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    for node in OWN_CLOCKS:
        period = 13 if node % 2 == 0 else 7
        cocotb.start_soon(Clock(getattr(dut, f"n{node}_clk"), period, "ns").start())
    nodes = max(node for node, _, _ in PARTIES) + 1
    streams = range(len(CLASSES) * nodes * PORTS)  # those of the first class come first
    reset, active = dut.<%reset%>, <%reset_level%>

    def bus(way, stream):
        of_class, number = divmod(stream, nodes * PORTS)
        return AxiStreamBus.from_prefix(dut, f"{CLASSES[of_class]}{way}{number}_axis")

    def clock(stream):
        node = stream // PORTS % nodes
        return getattr(dut, f"n{node}_clk") if node in OWN_CLOCKS else dut.clk

    # the bus models list all of their signals, and each frame
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.WARNING)
    lanes = {} if KEEP else {"byte_lanes": BYTES}  # tkeep tells the bus models
    sources = [AxiStreamSource(bus("s", i), clock(i), reset, active, **lanes) for i in streams]
    sinks = [AxiStreamSink(bus("m", i), clock(i), reset, active, **lanes) for i in streams]
    reset.value = int(active)
    await ClockCycles(dut.clk, 4)
    reset.value = int(not active)
    await ClockCycles(dut.clk, 10)

    draw = random.Random(1)
    due = {}  # (class, source's address, node, tid): payloads, in order
    for number in range(20 * len(PARTIES)):
        source, destination = draw.sample(PARTIES, 2)
        if source[0] == destination[0]:
            continue
        port = 0 if PORTS == 1 else first_port(source[0], destination[0])
        of_class = draw.randrange(len(CLASSES))
        size = BYTES * draw.randint(1, 8) - (draw.randrange(BYTES) if KEEP else 0)
        payload = bytes([number % 256]) * size
        frame = AxiStreamFrame(payload, tdest=destination[2], tid=source[1])
        sources[(of_class * nodes + source[0]) * PORTS + port].send_nowait(frame)
        key = (of_class, source[2], destination[0], destination[1])
        due.setdefault(key, []).append(payload)

    async def receive(stream):
        while True:
            frame = await sinks[stream].recv()
            user = frame.tuser if isinstance(frame.tuser, int) else frame.tuser[0]
            rank = frame.tid if isinstance(frame.tid, int) else (frame.tid or [0])[0]
            of_class, node = divmod(stream // PORTS, nodes)
            key = (of_class, int(user) % (1 << ADDRESS_BITS), node, int(rank))
            assert due[key].pop(0) == bytes(frame.tdata), f"stream {stream}: not what was due"
            if not due[key]:
                del due[key]

    for stream in streams:
        cocotb.start_soon(receive(stream))

    async def all_arrived():
        while due:
            await ClockCycles(dut.clk, 10)

    await with_timeout(all_arrived(), 10, "ms")
    await ClockCycles(dut.clk, 20)
    for prefix in CLASSES:
        busy = int(getattr(dut, f"{prefix}busy").value)
        assert busy == 0, "all packets have arrived, and a node is busy"
