"""A test of the priority of workers for the CPU."""

import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[3]
_PROGRAM = """
import os
from service.platform.jobs.runner import take_the_lowest
take_the_lowest()
print(os.getpriority(os.PRIO_PROCESS, 0), open("/proc/self/autogroup").read(), flush=True)
os._exit(0)  # the usual end of the interpreter took up to a minute with this priority on a busy machine
"""


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="the kernel has no autogroups")
@pytest.mark.parametrize("leads", [True, False])
def test_a_worker_lowers_its_session_only_if_it_leads_it(leads: bool) -> None:
    """`nice` alone does not count between sessions, such as that of a worker and that of gunicorn."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        cwd=_ROOT,
        start_new_session=leads,
        capture_output=True,
        text=True,
        check=True,
    )
    nice, _, group = done.stdout.strip().partition(" ")  # a session of the root group has an empty file
    assert nice == "19"
    assert group.endswith(" nice 19") if leads else group == Path("/proc/self/autogroup").read_text().strip()
