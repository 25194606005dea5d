"""Where the program and the library are."""

import pathlib
import shutil


class ToroidError(Exception):
    """What toroid refuses or cannot do; the text has a line for each fault."""


def executable() -> pathlib.Path:
    """`toroid` of the PATH, or that of the installation that this package is a part of."""
    found = shutil.which("toroid")
    beside = pathlib.Path(__file__).resolve().parents[4:5]
    places = [pathlib.Path(found)] if found else [folder / "bin" / "toroid" for folder in beside]
    for place in places:
        if place.exists():
            return place.resolve()
    raise ToroidError("toroid: error: there is no program `toroid` on the PATH")


def library() -> str:
    """libtoroid of the same installation, or else the one that the system finds."""
    beside = executable().parents[1] / "lib" / "libtoroid.so.0"
    return str(beside) if beside.exists() else "libtoroid.so.0"
