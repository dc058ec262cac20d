"""Tests of one attempt to deliver."""

from ipaddress import ip_network

import pytest

from service.webhooks import sending
from service.webhooks.addresses import Policy
from service.webhooks.sending import Outcome
from tests import asynchronous
from tests.service.webhooks.receiving import receiver


def test_a_receiver_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "TIMEOUT_S", 0.5)
    with receiver() as target:
        target.answer = lambda _: None
        policy = Policy(http=True, networks=(ip_network("127.0.0.0/8"),))
        assert asynchronous.run(sending.send(target.url, {}, b"{}", policy)) == Outcome(None, "timeout")
