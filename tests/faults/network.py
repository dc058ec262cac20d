"""A network namespace for the service, whose link to Postgres can be cut."""

import contextlib
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from typing import NamedTuple


class Network(NamedTuple):
    """A host of its own for the service, with a link to its clients and one to Postgres."""

    namespace: str
    service: str
    """The address of the service for its clients."""
    postgres: str
    """The address of Postgres for the service."""
    link: str
    """The link between the service and Postgres."""

    @property
    def wrapper(self) -> tuple[str, ...]:
        """The start of a command that runs in the namespace."""
        return ("ip", "netns", "exec", self.namespace)

    def cut(self) -> None:
        """Take the link to Postgres down. Packets are lost in both directions."""
        _ip("link", "set", self.link, "down")

    def heal(self) -> None:
        """Take the link to Postgres up again."""
        _ip("link", "set", self.link, "up")


@contextlib.contextmanager
def network() -> Iterator[Network | None]:
    """Yield a new network, or None without the privileges or programs for it."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        yield None
        return
    name, octet = f"hb{secrets.token_hex(3)}", secrets.randbelow(200) + 20
    made = Network(name, f"10.99.{octet}.2", f"10.99.{octet}.5", f"{name}db")
    try:
        _ip("netns", "add", name)
        _link(name, f"{name}cl", f"10.99.{octet}.1/30", f"10.99.{octet}.2/30")
        _link(name, made.link, f"10.99.{octet}.5/30", f"10.99.{octet}.6/30")
        _ip("-n", name, "link", "set", "lo", "up")
        yield made
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)  # with its links


def _link(namespace: str, name: str, here: str, there: str) -> None:
    _ip("link", "add", name, "type", "veth", "peer", "name", "peer", "netns", namespace)
    _ip("-n", namespace, "link", "set", "peer", "name", f"p{name}")
    _ip("address", "add", here, "dev", name)
    _ip("-n", namespace, "address", "add", there, "dev", f"p{name}")
    _ip("link", "set", name, "up")
    _ip("-n", namespace, "link", "set", f"p{name}", "up")


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
