"""A test of the order in which a worker serves new connections."""

import gevent

from service.platform.server.connection_listener import Arrivals


def test_a_new_connection_does_not_wait_for_all_of_another_address() -> None:
    """One client has opened a hundred connections before it."""
    arrivals, served = Arrivals(), []

    def serve(address: bytes) -> None:
        arrivals.wait_for_turn(address)
        served.append(address)

    serving = [gevent.spawn(serve, address) for address in [b"1"] * 100 + [b"2"]]
    gevent.joinall(serving)
    assert served.index(b"2") <= 4 and served.count(b"1") == 100
