"""One attempt to send a delivery."""

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, NamedTuple

import certifi
import httpx

from service.webhooks import addresses
from service.webhooks.addresses import BadAddress, Policy, Target

__all__ = ["TIMEOUT_S", "Outcome", "send", "trusted"]

TIMEOUT_S: Final = 3.0
"""The time for an attempt in total, from the name's look-up to the status of the response."""
_CONNECT_S: Final = 2.0
_ADDRESSES: Final = 3
"""How many addresses of a name are tried."""

_resolver: Final = ThreadPoolExecutor(16, thread_name_prefix="resolver")
"""Threads of its own, so that slow name servers delay no job."""


class Outcome(NamedTuple):
    """The result of an attempt: the status of the response, or the error that prevented one."""

    status: int | None
    error: str | None = None

    @property
    def is_success(self) -> bool:
        """True if the receiver has accepted the delivery."""
        return self.status is not None and 200 <= self.status < 300


async def send(url: str, headers: dict[str, str], body: bytes, policy: Policy) -> Outcome:
    """Send a request, and return the outcome.

    The connection goes to the address that was checked, so no later answer of a name server counts. Redirects are not
    followed, and the body of the response is not read. A name without an address and one with internal addresses have
    the same outcome: it tells nobody which names exist in the operator's network.
    """
    try:
        async with asyncio.timeout(TIMEOUT_S):
            target = addresses.parse(url, policy)
            allowed = [address for address in await _resolved(target) if policy.allows(address)]
            if not allowed:
                return Outcome(None, "unknown-host")
            return await _sent(target, allowed[:_ADDRESSES], headers, body)
    except TimeoutError:
        return Outcome(None, "timeout")
    except BadAddress:  # since the operator has changed the settings
        return Outcome(None, "address-refused")


async def _resolved(target: Target) -> list[str]:
    """Return the addresses of a host, without duplicates."""
    look_up = asyncio.get_running_loop().run_in_executor(
        _resolver, lambda: socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    )
    try:
        return list(dict.fromkeys(str(entry[4][0]) for entry in await look_up))
    except (OSError, UnicodeError):
        return []


async def _sent(target: Target, allowed: list[str], headers: dict[str, str], body: bytes) -> Outcome:
    outcome = Outcome(None, "connection-failed")
    for address in allowed:
        host = f"[{address}]" if ":" in address else address
        try:
            async with (
                _client() as client,
                client.stream(
                    "POST",
                    f"{target.scheme}://{host}:{target.port}{target.path}",
                    headers={"Host": target.authority, "Content-Type": "application/json", **headers},
                    content=body,
                    extensions={"sni_hostname": target.host},
                ) as response,
            ):
                return Outcome(response.status_code)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            outcome = Outcome(None, "certificate-refused" if _is_of_tls(error) else "connection-failed")
        except httpx.TimeoutException:
            return Outcome(None, "timeout")
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            return Outcome(None, "connection-failed")
    return outcome


def _is_of_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False


@cache
def trusted() -> ssl.SSLContext:
    """Return the trusted certificates: those of the system, and those of certifi."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _client() -> httpx.AsyncClient:
    """Return a client for one attempt. A kept connection could belong to another name with the same address."""
    return httpx.AsyncClient(
        verify=trusted(),
        trust_env=False,
        follow_redirects=False,
        headers={"User-Agent": "hanabi-webhooks/1"},
        timeout=httpx.Timeout(TIMEOUT_S, connect=_CONNECT_S),
    )
