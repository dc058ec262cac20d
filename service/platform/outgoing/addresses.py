"""Addresses that requests may go to: those of the public Internet, and networks that the operator allows."""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from engine.wording import N_
from service.platform.settings import Network, Settings

MAX_URL_LENGTH: Final = 500

_PORTS: Final = {"https": 443, "http": 80}

_NUMBER: Final = re.compile(r"(^|\.)([0-9]+|0x[0-9a-f]*)\.?$")
"""The end of a host that browsers read as a number, and so as an IPv4 address, such as `0` or `127.1`."""

# IANA's registries of special-purpose addresses. Tunnels are refused, since their addresses contain an IPv4 address.
_REFUSED: Final[tuple[Network, ...]] = (
    *map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")),
    *map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")),
)
_GLOBAL_UNICAST: Final = ip_network("2000::/3")


class BadAddress(ValueError):
    """A URL is none that the service may ask. The message says why."""


class Target(NamedTuple):
    """The parts of a URL."""

    scheme: str
    host: str
    port: int
    path: str
    """With the query."""

    @property
    def authority(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


class Policy(NamedTuple):
    """What the operator allows."""

    http: bool = False
    networks: Sequence[Network] = ()

    @classmethod
    def of(cls, settings: Settings) -> "Policy":
        """Return the policy of the settings."""
        return cls(settings.webhook_http, settings.webhook_networks)

    def allows(self, text: str) -> bool:
        """Return True if requests may go to an address."""
        address = ip_address(text.partition("%")[0])
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        if any(address in network for network in self.networks):
            return True
        return _is_public(address)


def parse(url: str, policy: Policy) -> Target:
    """Return the parts of a URL. Raises BadAddress unless the service may send requests to it.

    A host name is not resolved: the addresses behind it can change, so they are checked at each request.
    """
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise BadAddress(N_("must be a URL in ASCII"))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddress(N_("must be a URL")) from None
    schemes = ("https", "http") if policy.http else ("https",)
    if parts.scheme not in schemes:
        raise BadAddress(N_("must begin with {values}", values=" or ".join(f"{scheme}://" for scheme in schemes)))
    if not host or port == 0 or len(host) > 253 or (_NUMBER.search(host) and not _is_literal(host)):
        raise BadAddress(N_("must have a host"))
    if "@" in parts.netloc or parts.fragment:
        raise BadAddress(N_("must have neither a user name nor a fragment"))
    if _is_literal(host) and not policy.allows(host):
        raise BadAddress(N_("must not be an address of a private or reserved network"))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port or _PORTS[parts.scheme], path)


def _is_literal(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address) and address not in _GLOBAL_UNICAST:
        return False
    return not any(address in network for network in _REFUSED)
