"""Messages on a simulated network, by libtoroid; docs/library.md says what they do."""

from __future__ import annotations

import ctypes
import functools
import json
import types
from typing import NamedTuple

from toroid import places
from toroid.commands import Value
from toroid.places import ToroidError

ENGINES = ("model", "nodes", "lanes", "flat")
_OK, _DELIVERED, _IDLE, _STUCK = 0, 1, 2, 3
_FOREVER = 2**63 - 1
_BATCH = 1024


class Message(NamedTuple):
    """A message that was delivered; cycles as in `toroid.h`."""

    tag: int
    source: int
    destination: int
    flits: int
    injected: int
    entered: int
    delivered: int

    @property
    def latency(self) -> int:
        """Cycles from the one that it was injected for to its delivery."""
        return self.delivered - self.injected


class Link(NamedTuple):
    """A link, in one direction, and the flits of delivered messages that it carried."""

    source: int
    destination: int
    flits: int


class Stuck(ToroidError):
    """Nothing moves, though messages are under way; held nodes can be let go."""


class _Message(ctypes.Structure):
    _fields_ = [
        ("tag", ctypes.c_uint64),
        ("source", ctypes.c_uint32),
        ("destination", ctypes.c_uint32),
        ("flits", ctypes.c_uint32),
        ("injected", ctypes.c_int64),
        ("entered", ctypes.c_int64),
        ("delivered", ctypes.c_int64),
    ]


class _Link(ctypes.Structure):
    _fields_ = [("source", ctypes.c_uint32), ("destination", ctypes.c_uint32), ("flits", ctypes.c_uint64)]


@functools.cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(places.library())
    net, u32, u64, i64 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64
    size, status = ctypes.c_size_t, ctypes.c_int
    for name, result, arguments in (
        ("version", ctypes.c_char_p, []),
        ("open", status, [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(net)]),
        ("close", None, [net]),
        ("error", ctypes.c_char_p, [net]),
        ("nodes", u32, [net]),
        ("cycle", i64, [net]),
        ("under_way", u64, [net]),
        ("inject", status, [net, u32, u32, u32, u64, i64]),
        ("advance", status, [net, i64]),
        ("next", status, [net, i64]),
        ("take", size, [net, ctypes.POINTER(_Message), size]),
        ("hold", status, [net, u32, ctypes.c_int]),
        ("links", size, [net, ctypes.POINTER(_Link), size]),
    ):
        function = getattr(library, "toroid_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def version() -> str:
    """The version of libtoroid."""
    return _library().toroid_version().decode()


class Network:
    """A network in some cycle, with the options of `toroid generate`:

        with Network("--host torus:8x8 --ports all") as net:
            net.inject(0, 27, flits=16)
            for message in net.run():
                print(message.latency)

    or named, as those of commands are: Network(host="torus:8x8", dead_links=["0-1", "5-6"]).
    """

    def __init__(self, options: str | None = None, engine: str = "model", **named: Value) -> None:
        if (options is None) != bool(named):
            raise ToroidError("toroid: error: options: are one text or named ones")
        if engine not in ENGINES:
            raise ToroidError(f"toroid: error: engine: {engine}: is unknown; {', '.join(ENGINES)}")
        self._net = ctypes.c_void_p()
        self._call = _library()
        self._messages = (_Message * _BATCH)()
        if options is None:
            options = json.dumps({name.replace("_", "-"): value for name, value in named.items()})
        words = options.encode()
        if b"\0" in words:
            raise ToroidError("toroid: error: options: hold a NUL")
        status = self._call.toroid_open(words, ENGINES.index(engine), ctypes.byref(self._net))
        if status != _OK:
            text = self._error()
            self.close()
            raise ToroidError(text)

    def close(self) -> None:
        """Frees the network; it cannot be used any more."""
        net, self._net = self._net, ctypes.c_void_p()
        self._call.toroid_close(net)

    def __enter__(self) -> Network:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: types.TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_net", None):
            self.close()

    @property
    def nodes(self) -> int:
        """The number of nodes, the guest's if there is one."""
        return self._call.toroid_nodes(self._net)

    @property
    def cycle(self) -> int:
        """The cycle that the network is in."""
        return self._call.toroid_cycle(self._net)

    @property
    def under_way(self) -> int:
        """Messages that were injected and have not been delivered."""
        return self._call.toroid_under_way(self._net)

    def inject(self, source: int, destination: int, flits: int = 1, tag: int = 0, cycle: int | None = None) -> None:
        """Offers a message at its source in a cycle, by default this one."""
        for name, value in (("source", source), ("destination", destination), ("flits", flits)):
            _check(name, value, 0, 2**32 - 1)
        _check("tag", tag, 0, 2**64 - 1)
        when = self.cycle if cycle is None else cycle
        _check("cycle", when, 0, _FOREVER)
        self._done(self._call.toroid_inject(self._net, source, destination, flits, tag, when))

    def advance(self, cycle: int) -> list[Message]:
        """Goes on to a cycle; returns what has been delivered. Held nodes may keep messages under way."""
        _check("cycle", cycle, 0, _FOREVER)
        self._done(self._call.toroid_advance(self._net, cycle), _STUCK)
        return self._taken()

    def next(self, limit: int | None = None) -> list[Message]:
        """Goes on to the next cycle with deliveries, and returns these; none if there are none up to
        cycle `limit`, in which the network is then unless nothing is under way. Raises Stuck."""
        when = _FOREVER if limit is None else limit
        _check("limit", when, 0, _FOREVER)
        status = self._done(self._call.toroid_next(self._net, when), _DELIVERED, _IDLE, _STUCK)
        if status == _STUCK:
            raise Stuck(self._error())
        return self._taken()

    def run(self) -> list[Message]:
        """Goes on until nothing is under way; returns what has been delivered. Raises Stuck."""
        all_messages: list[Message] = []
        while self.under_way:
            all_messages += self.next()
        return all_messages + self._taken()

    def hold(self, node: int, held: bool = True) -> None:
        """While a node is held it takes nothing out of the network."""
        _check("node", node, 0, 2**32 - 1)
        self._done(self._call.toroid_hold(self._net, node, int(held)))

    def links(self) -> list[Link]:
        """All links of the host with the flits of delivered messages that they carried."""
        count = self._call.toroid_links(self._net, None, 0)
        links = (_Link * count)()
        self._call.toroid_links(self._net, links, count)
        return [Link(one.source, one.destination, one.flits) for one in links]

    def _error(self) -> str:
        return self._call.toroid_error(self._net).decode()

    def _done(self, status: int, *allowed: int) -> int:
        if not self._net:
            raise ToroidError("toroid: error: the network is closed")
        if status != _OK and status not in allowed:
            raise ToroidError(self._error())
        return status

    def _taken(self) -> list[Message]:
        taken: list[Message] = []
        while count := self._call.toroid_take(self._net, self._messages, _BATCH):
            taken += [
                Message(one.tag, one.source, one.destination, one.flits, one.injected, one.entered, one.delivered)
                for one in self._messages[:count]
            ]
        return taken


def _check(name: str, value: int, least: int, most: int) -> None:
    """ctypes would cut a number that does not fit."""
    if not isinstance(value, int):
        raise TypeError(f"{name} is no whole number: {value!r}")
    if not least <= value <= most:
        raise ToroidError(f"toroid: error: {name}: {value}: is out of range; allowed are {least} to {most}")
