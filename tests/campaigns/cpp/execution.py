"""Runs a command that may hang, eat memory or leave processes behind."""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from sessions import kill_session

MOST_MEMORY = 8 << 30


def execute(command, seconds, **environment):
    """Exit code, None after so many seconds; and the output."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        for ignored in (signal.SIGHUP, signal.SIGINT):  # under nohup, say
            signal.signal(ignored, signal.SIG_DFL)

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True,
                                   env=os.environ | environment, preexec_fn=limit)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        kill_session(process.pid)
        process.wait()
        output.seek(0)
        return code, output.read().decode(errors="replace")
