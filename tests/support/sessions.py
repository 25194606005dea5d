"""Of a command that was started in a session of its own (start_new_session)."""

import os
import pathlib
import signal


def kill_session(leader):
    """Ends it and whatever it has started, which may have process groups of its own."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            session = int((process / "stat").read_text().rpartition(")")[2].split()[3])
            if session == leader:
                os.kill(int(process.name), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended by itself
