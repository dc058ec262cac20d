"""Signal handling of `hanabi run`, which forwards signals to gunicorn."""

import signal
import subprocess
import sys
from types import FrameType


class Signals:
    """The handler of SIGTERM, SIGINT and SIGHUP."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[bytes] | None = None
        # gunicorn reloads on SIGHUP, but when a terminal closes, SIGHUP must end the service.
        self._forwarded_as = {signal.SIGHUP: signal.SIGTERM} if sys.stdin and sys.stdin.isatty() else {}
        self._watched = [signal.SIGTERM, signal.SIGINT]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it
            self._watched.append(signal.SIGHUP)
        for number in self._watched:
            signal.signal(number, self._receive)

    def forward_to(self, server: subprocess.Popen[bytes]) -> None:
        """Forward all later signals to this process."""
        self._server = server

    def ignore(self) -> None:
        """Ignore all later signals."""
        for number in self._watched:
            signal.signal(number, signal.SIG_IGN)

    def _receive(self, number: int, _: FrameType | None) -> None:
        if self._server is None:
            raise SystemExit(128 + number)
        self._server.send_signal(self._forwarded_as.get(signal.Signals(number), number))
