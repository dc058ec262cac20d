"""How slow the machine is: a process that needs a little of the CPU now and then measures how long it waits for it."""

import atexit
import subprocess
import sys
import threading
from collections import deque
from functools import cache
from statistics import mean

_USUAL = 3.0
"""How many times as long as alone a process takes on two cores beside one storm."""

_PROBE = """
import time
while True:
    began, used = time.monotonic(), time.process_time()
    while time.process_time() - used < 0.02:
        pass
    print((time.monotonic() - began) / 0.02, flush=True)
    time.sleep(0.25)
"""


def limit_s(seconds: float) -> float:
    """Return a limit of so many seconds on this machine, which others use as much as in the last seconds."""
    recent = _recent()
    return seconds * max(1.0, mean(recent.copy()) / _USUAL) if recent else seconds


@cache
def _recent() -> deque[float]:
    recent: deque[float] = deque(maxlen=30)
    probe = subprocess.Popen([sys.executable, "-c", _PROBE], stdout=subprocess.PIPE)
    atexit.register(probe.kill)

    def read() -> None:
        assert probe.stdout is not None
        for line in probe.stdout:
            recent.append(float(line))

    threading.Thread(target=read, daemon=True).start()
    return recent
