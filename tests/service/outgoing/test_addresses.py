"""Tests of the addresses that requests may go to."""

import socket
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from typing import Any

import pytest

from service.platform.outgoing import addresses
from service.platform.outgoing.addresses import BadAddress, Policy
from tests.rows import in_one_test
from tests.service.outgoing.asking import posted
from tests.service.outgoing.receiving import Receiver, receiver

PUBLIC = Policy()

ADDRESSES = """
    9.9.9.9                     yes  # public
    2620:fe::fe                 yes
    ::ffff:9.9.9.9              yes  # public, in the form of IPv6
    127.0.0.1                   no   # loopback
    127.8.9.10                  no
    ::1                         no
    ::ffff:127.0.0.1            no
    0.0.0.0                     no   # unspecified, which leads to this machine
    ::                          no
    10.1.2.3                    no   # private
    172.16.0.1                  no
    172.31.255.255              no
    192.168.1.1                 no
    ::ffff:192.168.1.1          no
    fc00::1                     no
    fd12:3456::1                no
    fec0::1                     no
    169.254.169.254             no   # link-local: the metadata of cloud machines
    fe80::1                     no
    fe80::1%eth0                no
    fd00:ec2::254               no
    100.64.0.1                  no   # shared by carriers
    192.0.0.8                   no   # reserved, documentation, benchmarks
    192.0.2.1                   no
    198.18.0.1                  no
    203.0.113.9                 no
    2001:db8::1                 no
    3fff::1                     no
    240.0.0.1                   no
    255.255.255.255             no
    224.0.0.1                   no   # multicast
    ff02::1                     no
    ff0e::1                     no
    192.88.99.1                 no   # tunnels and translations, with an IPv4 address inside
    2002:7f00:1::               no
    2001:0:7f00:1::             no
    64:ff9b::7f00:1             no
    64:ff9b:1::1                no
    ::127.0.0.1                 no
"""


@in_one_test(("address", "allowed"), [row.partition("#")[0].split() for row in ADDRESSES.splitlines() if row.strip()])
def test_only_public_addresses_are_allowed(address: str, allowed: str) -> None:
    """Special-purpose addresses of IPv4 and IPv6 are refused, in each form."""
    assert PUBLIC.allows(address) == (allowed == "yes")


def test_the_operator_can_allow_networks() -> None:
    """Only these, also if an IPv4 address has the form of IPv6."""
    policy = Policy(networks=(ip_network("10.0.0.0/8"), ip_network("fd00::/8")))
    found = [policy.allows(one) for one in ("10.9.8.7", "::ffff:10.9.8.7", "fd00::1", "192.168.0.1", "::1", "9.9.9.9")]
    assert found == [True, True, True, False, False, True]


URLS = {
    "https://bot.example/hook?key=1": None,
    "https://bot.example:8443": None,
    "https://[2620:fe::fe]/": None,
    "https://9.9.9.9/": None,
    "http://bot.example/": "must begin with https://",
    "ftp://bot.example/": "must begin with https://",
    "bot.example/hook": "must begin with https://",
    "https://": "must have a host",
    "https:///hook": "must have a host",
    "https://bot.example:0/": "must have a host",
    "https://0/": "must have a host",
    "https://127.1/": "must have a host",
    "https://0x7f000001./": "must have a host",
    "https://bot.example:99999/": "must be a URL",
    "https://[::1/": "must be a URL",
    "https://user:password@bot.example/": "must have neither a user name nor a fragment",
    "https://bot.example/#hook": "must have neither a user name nor a fragment",
    "https://bot.example/a b": "must be a URL in ASCII",
    "https://bot.example\\@127.0.0.1/": "must be a URL in ASCII",
    "https://bot.exämple/": "must be a URL in ASCII",
    "https://bot.example/\n": "must be a URL in ASCII",
    "https://127.0.0.1/": "must not be an address of a private or reserved network",
    "https://[::ffff:169.254.169.254]/": "must not be an address of a private or reserved network",
}


@in_one_test(("url", "fault"), URLS.items())
def test_urls(url: str, fault: str | None) -> None:
    """A URL needs https and a host, and nothing that a program could read in another way."""
    try:
        addresses.parse(url, PUBLIC)
    except BadAddress as error:
        assert str(error) == fault
    else:
        assert fault is None


@pytest.fixture
def target() -> Iterator[Receiver]:
    """A receiver of bodies without an event."""
    with receiver() as running:
        yield running


def test_an_unknown_name_fails_as_an_internal_one() -> None:
    """So nobody learns which names the operator's network has."""
    reasons = [posted(f"http://{host}/", Policy(http=True)) for host in ("no-such-name.invalid", "localhost")]
    assert reasons == ["unknown-host"] * 2


HOSTS = ("localhost", "2130706433", "0x7f000001", "127.1", "0177.0.0.1", "localhost.")


@in_one_test("host", HOSTS)
def test_a_name_of_this_machine_is_refused(host: str, target: Receiver) -> None:
    """Names and unusual numbers are resolved first, so that nothing reaches the receiver and no name is told."""
    url = target.url.replace("127.0.0.1", host)
    assert posted(url, Policy(http=True)) in ("unknown-host", "address-refused") and not target.received


def test_the_checked_address_is_the_one_that_is_used(target: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name server that changes its answer after the check has no effect. Addresses that are refused are not tried."""
    asked: list[str] = []

    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        answers = ["10.0.0.1", "127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers]

    real: Callable[..., Any] = socket.getaddrinfo

    def only_names(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        return look_up(host, port) if host == "rebinding.example" else real(host, port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", only_names)
    policy = Policy(http=True, networks=(ip_network("127.0.0.0/8"),))
    url = target.url.replace("127.0.0.1", "rebinding.example") + "/hook?a=1"
    assert posted(url, policy) == 204
    assert asked == ["rebinding.example"] and target.received[0].path == "/hook?a=1"
    assert target.received[0].headers["host"] == url.split("/")[2]
    assert posted(url, policy) == "unknown-host" and len(target.received) == 1


def test_a_redirect_is_not_followed(target: Receiver) -> None:
    """Its status is the answer."""
    target.answer = lambda _: 307
    assert posted(target.url, Policy(http=True, networks=(ip_network("127.0.0.0/8"),))) == 307
    assert [one.path for one in target.received] == ["/"]
