<%banner%>
"""Random writes and reads at all AXI4 ports of <%wrap%>, with cocotb and cocotbext-axi: `make cocotb`."""

import logging
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteRam, AxiMaster, AxiRam

CLOCKS = {<%clocks%>}  # periods in ns
IDLE = [<%idle%>]  # inputs that are no port's and stay 0
BUSY = [<%busy%>]
MANAGERS = [
<%#managers%>
    ("<%bus%>", "<%clock%>"),
<%/managers%>
]
# Whether a memory has AXI4-Lite comes second.
MEMORIES = [
<%#memories%>
    ("<%bus%>", <%lite%>, "<%clock%>"),
<%/memories%>
]
# The ranges of addresses: base, log2 of the size, number of the memory.
RANGES = [
<%#ranges%>
    (0x<%base%>, <%bits%>, <%memory%>),
<%/ranges%>
]
SLICE = 256  # bytes that a manager has in each range, if the range has room
WORD = <%word%>  # bytes of a beat; requests to AXI4-Lite have one


@cocotb.test()
async def every_manager_reads_what_it_wrote(dut):
    for name in IDLE:
        getattr(dut, name).value = 0
    reset, active = dut.<%reset%>, <%reset_level%>
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.WARNING)
    managers = [
        AxiMaster(AxiBus.from_prefix(dut, bus), getattr(dut, clock), reset, active,
                  max_burst_len=<%max_burst%>)
        for bus, clock in MANAGERS
    ]
    memories = []  # kept: they serve as long as they exist
    for bus, lite, clock in MEMORIES:
        ram, of_ram = (AxiLiteRam, AxiLiteBus) if lite else (AxiRam, AxiBus)
        memories.append(ram(of_ram.from_prefix(dut, bus), getattr(dut, clock), reset, active,
                            size=2**32))
    for clock, period in CLOCKS.items():
        cocotb.start_soon(Clock(getattr(dut, clock), period, "ns").start())
    reset.value = int(active)
    await ClockCycles(dut.clk, 4)
    reset.value = int(not active)
    await ClockCycles(dut.clk, 10)

    async def use(number, manager):
        draw = random.Random(number)
        for base, bits, memory in RANGES:
            if (number + 1) * SLICE > 1 << bits:
                continue
            most = WORD if MEMORIES[memory][1] else SLICE
            size = draw.randint(1, most)
            address = base + number * SLICE + draw.randint(0, most - size)
            data = bytes(draw.randrange(256) for _ in range(size))
            written = await manager.write(address, data)
            assert int(written.resp) == 0, f"write at {address:#x}: {written.resp}"
            read = await manager.read(address, size)
            assert int(read.resp) == 0, f"read at {address:#x}: {read.resp}"
            assert read.data == data, f"read at {address:#x}: not what was written"

    tasks = [cocotb.start_soon(use(number, manager)) for number, manager in enumerate(managers)]

    async def all_done():
        for task in tasks:
            await task

    await with_timeout(all_done(), 10, "ms")
    await ClockCycles(dut.clk, 20)
    for name in BUSY:
        assert int(getattr(dut, name).value) == 0, f"all has been answered, and {name} is not 0"
