"""Test of the receiver in the guide."""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from service.features.webhooks import signatures
from tests.waiting import await_until

_GUIDE = Path(__file__).resolve().parents[3] / "docs" / "webhooks.md"
_BODY = b'{"type": "test"}'


def test_the_receiver_of_the_guide_accepts_genuine_deliveries_only(tmp_path: Path) -> None:
    """Not those with another body, another key or an old time, nor those without a signature."""
    (program,) = re.findall(r"```python\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in program.splitlines() if line.strip()]) <= 20
    (tmp_path / "receiver.py").write_text(program, encoding="utf-8")
    key, now = signatures.new_secret(), int(time.time())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = [sys.executable, "receiver.py", signatures.written(key), str(port)]
    process = subprocess.Popen(arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        await_until(lambda: answered(port), "the receiver answered")
        genuine = signatures.headers(key, "d_1", now, _BODY)
        rows = [
            (genuine, 204),
            ({**genuine, "webhook-signature": f"v1,AAAA {genuine['webhook-signature']}"}, 204),
            ({**genuine, "webhook-id": "d_2"}, 401),
            ({**genuine, "webhook-signature": "v1,"}, 401),
            (signatures.headers(signatures.new_secret(), "d_1", now, _BODY), 401),
            (signatures.headers(key, "d_1", now - 600, _BODY), 401),
            (signatures.headers(key, "d_1", now, b"{}"), 401),
            ({}, 401),
        ]
        for headers, status in rows:
            assert posted(port, headers) == status, headers
    finally:
        process.send_signal(signal.SIGTERM)
        written, _ = process.communicate(timeout=30)
    assert written.splitlines() == ["test d_1", "test d_1"]


def answered(port: int) -> bool:
    """Return True if something listens on a port."""
    with socket.socket() as conn:
        return conn.connect_ex(("127.0.0.1", port)) == 0


def posted(port: int, headers: dict[str, str]) -> int:
    """Return the status of the answer to a delivery."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", _BODY, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
