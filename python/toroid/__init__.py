"""toroid: torus and mesh networks, simulated cycle by cycle; docs/python.md is the tutorial."""

from toroid.commands import (
    Result,
    Run,
    SweepRun,
    check,
    choose,
    columns,
    compare,
    cost,
    doctor,
    generate,
    map_,
    schedule,
    simulate,
    sweep,
)
from toroid.network import Link, Message, Network, Stuck, version
from toroid.places import ToroidError

__all__ = [
    "Link", "Message", "Network", "Result", "Run", "Stuck", "SweepRun", "ToroidError", "check", "choose",
    "columns", "compare", "cost", "doctor", "generate", "map_", "schedule", "simulate", "sweep", "version",
]
