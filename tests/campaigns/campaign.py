"""What the campaigns share: their command line, the commands that they start, networks that are compiled
once with all their faults, and how a campaign ends."""

import argparse
import concurrent.futures
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
JOBS = int(os.environ.get("JOBS") or len(os.sched_getaffinity(0)))
MOST_MEMORY = 8 << 30


class Broken(Exception):
    """The measurement itself is wrong: what it says of faults would mean nothing."""


def arguments(doc):
    """A parser that has the executable under test."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toroid", default=str(ROOT / "build/release/bin/toroid"), metavar="FILE")
    return parser


def pool():
    return concurrent.futures.ThreadPoolExecutor(JOBS)


def kill_session(leader):
    """Ends a process that has a session of its own, and whatever it has started, which may have process
    groups of its own."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            session = int((process / "stat").read_text().rpartition(")")[2].split()[3])
            if session == leader:
                os.kill(int(process.name), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended by itself


def execute(command, seconds=None, cwd=None, **environment):
    """Runs what may hang, eat memory or leave processes behind: the exit code, None after so many seconds;
    and the last megabyte that it printed."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        for ignored in (signal.SIGHUP, signal.SIGINT):  # under nohup, say
            signal.signal(ignored, signal.SIG_DFL)

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, cwd=cwd,
                                   stderr=subprocess.STDOUT, start_new_session=True,
                                   env=os.environ | environment, preexec_fn=limit)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        kill_session(process.pid)
        process.wait()
        output.seek(max(0, output.seek(0, os.SEEK_END) - (1 << 20)))
        return code, output.read().decode(errors="replace")


def must(command, what, **options):
    """What a command prints that has to succeed."""
    code, text = execute(command, **options)
    if code != 0:
        raise Broken(f"{what}: exit code {code}\n{text[-3000:]}")
    return text


def tools(folder):
    """The environment of commands whose tools on PATH are those in `folder`, with a cache of their own."""
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C"}
    # else it would be in the cache that is new each time
    environment["CCACHE_DIR"] = os.environ.get("CCACHE_DIR") or os.path.expanduser("~/.cache/ccache")
    return environment


class Network:
    """Runs of `toroid simulate` on one network, compiled once with all its faults; variables of the
    environment choose one. The product knows nothing of this: the stand-in for Verilator has
    `script --change` change what it is given."""

    def __init__(self, toroid, options, script, **variables):
        self.scratch = tempfile.TemporaryDirectory(prefix="toroid-campaign.")
        self.folder = pathlib.Path(self.scratch.name)
        self.command = [str(toroid), "simulate", *options.split(), "--watchdog", "500"]
        self.environment = {**tools(HERE), "XDG_CACHE_HOME": str(self.folder / "cache"),
                            "TOROID_CAMPAIGN": str(script), "TOROID_VERILATOR_VERSION": version_of_verilator(),
                            **variables}

    def run(self, **variables):
        return execute(self.command, **self.environment, **{k: str(v) for k, v in variables.items()})


def version_of_verilator():
    return must(["verilator", "--version"], "verilator").strip()


def counted(counts, kinds):
    """"  12 told      3 silent": so many of each kind."""
    return "".join(f"  {counts[kind]:5} {kind}" for kind in kinds)


def end(name, main):
    """Runs the campaign and ends with its exit code: 3 if what it says would mean nothing."""
    try:
        sys.exit(main())
    except Broken as broken:
        print(f"{name}: {broken}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        sys.exit(130)
