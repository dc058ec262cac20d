"""The networks of addresses, for limits and for turns between clients."""

import ipaddress
import socket
from functools import lru_cache
from typing import NamedTuple


class AddressNetwork(NamedTuple):
    """A network that requests of an address are counted for."""

    suffix: str
    """What follows the name of a limit: nothing for the address itself."""
    key: bytes
    factor: int
    """How many times the quota of an address it has."""


@lru_cache(4096)
def networks(address: str) -> tuple[AddressNetwork, ...]:
    """Return the networks of an address, the smallest first.

    An IPv4 address counts alone. An IPv6 address counts with its /64, /56 and /48: providers assign one of these to a
    customer, so a /64 alone would give some customers 65,536 quotas.
    """
    try:
        packed = socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address.partition("%")[0])
    except (OSError, UnicodeError):
        return (AddressNetwork("", b"?" + address.encode(errors="replace"), 1),)
    inner = None if len(packed) == 4 else ipaddress.IPv6Address(packed).ipv4_mapped
    if len(packed) == 4 or inner is not None:
        return (AddressNetwork("", packed if inner is None else inner.packed, 1),)
    return (
        AddressNetwork("", packed[:8], 1),
        AddressNetwork("-56", packed[:7], 2),
        AddressNetwork("-48", packed[:6], 4),
    )


@lru_cache(4096)
def address_key(address: str) -> bytes:
    """Return the key of the largest network of an address, for turns between addresses."""
    return networks(address)[-1].key
