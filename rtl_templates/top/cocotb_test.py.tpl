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
CLASSES = <%classes%>  # of messages
NODES = <%nodes%>
CLOCKS = {<%clocks%>}  # periods in ns
IDLE = [<%idle%>]  # inputs that are no stream's and stay 0
BUSY = [<%busy%>]
LENGTHS = [<%lengths%>]
WRAPS = [<%wraps%>]
# Who sends and receives: node, tid there, address.
PARTIES = [
<%#party_rows%>
    (<%node%>, <%rank%>, <%address%>),
<%/party_rows%>
]
# Streams of all classes, those of the first class first: into the network, and out of it, each with
# its clock.
BUSES = [
<%#bus_rows%>
    ("<%source%>", "<%source_clock%>", "<%sink%>", "<%sink_clock%>"),
<%/bus_rows%>
]


<%#by_coordinates%>
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
<%/by_coordinates%>
<%#by_tables%>
# By source and destination, of the routing tables.
FIRST_PORTS = [
<%#first_ports%>
    [<%ports%>],  # node <%node%>
<%/first_ports%>
]


def first_port(source, destination):
    """The first link port on the way: of several ports the one to send by."""
    return FIRST_PORTS[source][destination]
<%/by_tables%>


@cocotb.test()
async def every_packet_arrives(dut):
    for name in IDLE:
        getattr(dut, name).value = 0
    reset, active = dut.<%reset%>, <%reset_level%>
    # the bus models list all of their signals, and each frame
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.WARNING)
    lanes = {} if KEEP else {"byte_lanes": BYTES}  # tkeep tells the bus models

    def model(kind, bus, clock):
        bus = AxiStreamBus.from_prefix(dut, bus)
        return kind(bus, getattr(dut, clock), reset, active, **lanes)

    sources = [model(AxiStreamSource, bus, clock) for bus, clock, _, _ in BUSES]
    sinks = [model(AxiStreamSink, bus, clock) for _, _, bus, clock in BUSES]
    for clock, period in CLOCKS.items():
        cocotb.start_soon(Clock(getattr(dut, clock), period, "ns").start())
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
        of_class = draw.randrange(CLASSES)
        size = BYTES * draw.randint(1, 8) - (draw.randrange(BYTES) if KEEP else 0)
        payload = bytes([number % 256]) * size
        frame = AxiStreamFrame(payload, tdest=destination[2], tid=source[1])
        sources[(of_class * NODES + source[0]) * PORTS + port].send_nowait(frame)
        key = (of_class, source[2], destination[0], destination[1])
        due.setdefault(key, []).append(payload)

    async def receive(stream):
        while True:
            frame = await sinks[stream].recv()
            user = frame.tuser if isinstance(frame.tuser, int) else frame.tuser[0]
            rank = frame.tid if isinstance(frame.tid, int) else (frame.tid or [0])[0]
            of_class, node = divmod(stream // PORTS, NODES)
            key = (of_class, int(user) % (1 << ADDRESS_BITS), node, int(rank))
            assert due[key].pop(0) == bytes(frame.tdata), f"stream {stream}: not what was due"
            if not due[key]:
                del due[key]

    for stream in range(len(BUSES)):
        cocotb.start_soon(receive(stream))

    async def all_arrived():
        while due:
            await ClockCycles(dut.clk, 10)

    await with_timeout(all_arrived(), 10, "ms")
    await ClockCycles(dut.clk, 20)
    for name in BUSY:
        assert int(getattr(dut, name).value) == 0, f"all packets have arrived, and {name} is not 0"
