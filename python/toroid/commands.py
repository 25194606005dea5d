"""The commands of the program as functions. Options are those of docs/cli.md, with _ for -:

    toroid.simulate(host="torus:8x8", traffic="uniform", rate=0.2, engine="model")
"""

from __future__ import annotations

import html
import json
import pathlib
import subprocess
import tempfile
from typing import Any, Generic, TypeVar, Union, cast

from toroid import places, results
from toroid.places import ToroidError

Value = Union[str, int, float, bool, "list[str]", "list[int]", "list[float]"]
Data = TypeVar("Data")
Columns = dict[str, list[Any]]


def columns(rows: list[Any]) -> Columns:
    """Rows of a result as columns, which pandas.DataFrame takes, and numpy one by one."""
    names = list(rows[0]) if rows else []
    return {name: [row[name] for row in rows] for name in names}


class Result(Generic[Data]):
    """What a command found: `data` is its JSON (docs/json.md); `passed` is false if it found a fault
    (exit code 1). In a notebook it shows the report."""

    def __init__(self, data: Data, passed: bool = True) -> None:
        self.data = data
        self.passed = passed

    def __getitem__(self, member: str) -> Any:
        return cast("dict[str, Any]", self.data)[member]

    def __repr__(self) -> str:
        return f"<toroid {self['command']}: {'passed' if self.passed else 'found faults'}>"

    def save(self, file: str | pathlib.Path) -> None:
        """Writes the JSON, which `toroid compare` and `toroid report` read."""
        pathlib.Path(file).write_text(json.dumps(self.data) + "\n", encoding="utf-8")

    def report(self) -> str:
        """The page that `toroid report` makes of it."""
        with tempfile.TemporaryDirectory() as folder:
            self.save(f"{folder}/result.json")
            _call(["report", "result.json", "--out", "report.html"], folder)
            return pathlib.Path(folder, "report.html").read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        page = html.escape(self.report())
        return f'<iframe srcdoc="{page}" style="width:100%; height:40em; border:0"></iframe>'


class Run(Result[results.Simulate]):
    """A simulation."""

    @property
    def cycles(self) -> int | None:
        """Of the hardware, or of the model if it ran alone; None if the run did not come to its end."""
        return self["cycles"] if self["cycles"] is not None else self["reference_cycles"]

    def links(self) -> Columns:
        """The flits that crossed each link that carried any."""
        loads = (self["links"] or {"loads": []})["loads"]
        return {name: [load[i] for load in loads] for i, name in enumerate(("from", "to", "flits"))}


class SweepRun(Result[results.Sweep]):
    """Runs over loads and networks."""

    def table(self) -> Columns:
        """A row for each network and load; `network` is named by the options that differ, or its host."""
        networks = [network["options"] for network in self["networks"]]
        differ = [name for name in networks[0] if len({options.get(name) for options in networks}) > 1]
        names = [" ".join(options.get(name, "") for name in differ or ["host"]) for options in networks]
        table = columns(self["rows"])
        return table | {"network": [names[i] for i in table["network"]]}


def _words(options: dict[str, Value]) -> list[str]:
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, list):
            words += [option, ",".join(str(one) for one in value)]
        elif value is not False:
            words += [option, str(value)]
    return words


def _call(words: list[str], folder: str | None = None) -> tuple[str, int]:
    done = subprocess.run(
        [str(places.executable()), *words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1) or (done.returncode == 1 and not done.stdout):
        raise ToroidError(done.stderr.strip() or f"toroid: error: ended with {done.returncode}")
    return done.stdout, done.returncode


def _json(command: str, words: list[str], options: dict[str, Value]) -> tuple[Any, bool]:
    text, code = _call([command, *words, *_words(options), "--format", "json"])
    return json.loads(text), code == 0


def simulate(**options: Value) -> Run:
    """Runs traffic on Verilog and model, or one of them."""
    return Run(*_json("simulate", [], options))


def sweep(**options: Value) -> SweepRun:
    """Runs a pattern over loads and networks."""
    return SweepRun(*_json("sweep", [], options))


def check(**options: Value) -> Result[results.CheckResult]:
    """Proves what can be proved without simulating."""
    return Result(*_json("check", [], options))


def generate(out: str, **options: Value) -> Result[results.Generate]:
    """Writes Verilog to a folder."""
    return Result(*_json("generate", ["--out", out], options))


def map_(**options: Value) -> Result[results.Map]:
    """Embeds a guest in a host."""
    return Result(*_json("map", [], options))


def schedule(**options: Value) -> Result[results.Schedule]:
    """Plans when the messages of a task are sent."""
    return Result(*_json("schedule", [], options))


def cost(**options: Value) -> Result[results.CostResult]:
    """What a program takes on a machine."""
    return Result(*_json("cost", [], options))


def choose(**options: Value) -> Result[results.Choose]:
    """Networks, embeddings and schedules for a program, ranked."""
    return Result(*_json("choose", [], options))


def doctor() -> Result[results.Doctor]:
    """Whether this machine has what simulations need."""
    return Result(*_json("doctor", [], {}))


def compare(before: Result[Any], after: Result[Any], **options: Value) -> Result[results.Compare]:
    """What changed from one result to another; `passed` is false if anything got worse."""
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/before.json", f"{folder}/after.json"]
        before.save(files[0])
        after.save(files[1])
        return Result(*_json("compare", files, options))
