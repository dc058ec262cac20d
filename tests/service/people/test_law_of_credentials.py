"""The law of all credentials, tested by random walks over all operations that make, turn or end one.

Each credential has a root and an end. One that is made with another one has the root of that one, and ends with it at
the latest. Nothing that ends makes another one last longer. What a person has ended, and all that was made with it,
answers 401, and what it left to act by itself is gone. Only a browser that leaves by signing out or by age frees what
it made: that is then below the token with which the browser began, if any.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from service.core.people import sign_ins, tokens
from service.core.people.scopes import ALL, allow
from service.core.people.tokens import InvalidToken
from service.features.oauth import apps
from service.features.oauth.apps import ACCESS_S
from service.features.sign_ins import device_links, recovery_codes
from tests.engine.steady import steady
from tests.rows import IN_FULL
from tests.service.browser import OWN_PAGE, Browser
from tests.service.client import Answer, Api, Json
from tests.service.factories import unique
from tests.service.oauth.app import App
from tests.service.past import earlier
from tests.service.sign_ins.test_passkeys import Authenticator

Kind = Literal["token", "sign-in", "app", "bot"]

SIGN_INS: Final = 4  # so that one more ends another one
LIFETIMES: Final = (None, 3600, 40 * 86400)
SCOPES: Final = (None, ["account", "play", "read"], ["account"], ["read", "tokens"], ["play", "read"])


@dataclass(eq=False, repr=False)
class Credential:
    """A secret that was handed out, with what it was made with."""

    kind: Kind
    account: str
    secret: str
    row: str
    """The id of its row. For an app, of what its owner has allowed it."""
    scopes: list[str]
    maker: "Credential | None"
    """What it ends with; None for a root."""
    ends_at: datetime | None
    """When it ends at the latest."""
    is_ended: bool = False
    """Whether it was ended."""
    has_left: bool = False
    """Whether its browser signed out, was not used for long, or made room for another one."""
    may_end_early: bool = False
    """Whether an app has made it that has got new tokens since."""
    refresh: str = ""
    access_ends_at: datetime | None = None

    def __repr__(self) -> str:
        """Return what a reader of a failed walk needs."""
        state = "ended" if self.is_ended else "left" if self.has_left else "until " + str(self.ends_at)
        return (
            f"<{self.kind} {self.row[-6:]} of {self.account[-6:]} ({' '.join(self.scopes)}) {state}, by {self.maker}>"
        )

    @property
    def chain(self) -> "Iterator[Credential]":
        """Itself and what it was made with, up to the root."""
        found: Credential | None = self
        while found is not None:
            yield found
            found = found.maker

    @property
    def above(self) -> "Credential | None":
        """What ends whatever it makes for the account; None for a root."""
        return self if self.kind == "token" else self.maker

    @property
    def end(self) -> datetime | None:
        """When what it makes ends at the latest. A browser that is a root sets no end."""
        return self.access_ends_at if self.kind == "app" else self.ends_at


@dataclass(eq=False)
class Way:
    """A passkey, a recovery code or a link that lets a browser in."""

    kind: Literal["passkey", "code", "link"]
    account: str
    enter: Callable[[], tuple[Answer, Browser]]
    maker: Credential | None = None
    """What has made a link, which ends with it."""


class Walk(RuleBasedStateMachine):
    """One walk. A rule that finds nothing to do does nothing."""

    def __init__(self, app: Flask, database_url: str) -> None:
        super().__init__()
        self.app, self.database_url = app, database_url
        self.all: list[Credential] = []
        self.ways: list[Way] = []
        self.acting: dict[str, Credential] = {}
        self.ages: dict[str, datetime | None] = {}
        self.now = datetime.now(UTC)
        self.is_merged = False
        self.db = psycopg.connect(database_url, autocommit=True)

    @initialize()
    def begin(self) -> None:
        """A program has made the older account, and a browser the one of a guest."""
        made = Api(self.app).post("/v1/accounts", {"name": unique("Ada")}).ok()
        self._add("token", made["id"], made["token"], [*ALL], None, None)
        browser = Browser(self.app)
        guest = browser.guest()
        self._add("sign-in", guest["id"], browser.secret, [*ALL], None, None)

    def teardown(self) -> None:
        """Deleting the accounts ends everything."""
        try:
            deleted = set()
            for one in self.living():
                if "account" in one.scopes and one.account not in deleted:
                    self.send(one, "DELETE", "/v1/me").ok()
                    deleted.add(one.account)
            for one in self.all:
                answer = self.send(one, "GET", "/v1/me")
                assert answer.status == 401 or self.lives(one)
                assert answer.status == 401 or one.account not in deleted
        finally:
            self.db.close()

    # What makes a credential.

    @rule(data=st.data(), scopes=st.sampled_from(SCOPES), lifetime_s=st.sampled_from(LIFETIMES))
    def issue_a_token(self, data: st.DataObject, scopes: list[str] | None, lifetime_s: int | None) -> None:
        """A token issues another one, with fewer rights or a shorter life."""
        maker = self.pick(data)
        if maker is None:
            return
        body: Json = {"name": "issued"} | ({} if scopes is None else {"scopes": scopes})
        answer = self.send(
            maker, "POST", "/v1/me/tokens", body | ({} if lifetime_s is None else {"expires_in_s": lifetime_s})
        )
        if answer.status == 201:
            wished = None if lifetime_s is None else self.now + timedelta(seconds=lifetime_s)
            self._add("token", maker.account, answer.body["token"], answer.body["scopes"], maker, wished)

    @rule(data=st.data())
    def sign_in_with_it(self, data: st.DataObject) -> None:
        """A token signs a browser in. The secrets of browsers and apps do not."""
        maker = self.pick(data)
        if maker is None:
            return
        browser = Browser(self.app)
        answer = browser.post("/v1/sign-in/token", {"token": maker.secret})
        if maker.kind == "bot":
            assert answer.code == "bot-cannot-sign-in"
        elif maker.kind != "token":
            assert answer.code == "invalid-token"
        else:
            answer.ok()
            self._add("sign-in", maker.account, browser.secret, maker.scopes, maker, None)

    @rule(data=st.data(), scope=st.sampled_from(["tokens", "games:play tokens"]))
    def allow_an_app(self, data: st.DataObject, scope: str) -> None:
        """A person consents to an app, which gets its tokens."""
        maker = self.pick(data, account=True)
        if maker is None:
            return
        asking = App(self.app)
        answer = self.send(maker, "POST", "/v1/me/apps", {"request": asking.query(scope=scope), "allowed": True})
        if answer.status != 200:
            assert answer.code == "insufficient-scope"
            return
        code = answer.body["location"].partition("code=")[2].partition("&")[0]
        given = asking.exchange(code).ok()
        allowed = self._add("app", maker.account, given["access_token"], given["scope"].split(), maker, None)
        allowed.refresh = given["refresh_token"]

    @rule(data=st.data())
    def renew_an_app(self, data: st.DataObject) -> None:
        """An app gets new tokens, until it ends. What it made with the last one may end with that."""
        apps = [one for one in self.all if one.kind == "app"]
        if not apps:
            return
        found = data.draw(st.sampled_from(apps))
        answer = App(self.app).refresh(found.refresh)
        assert (answer.status == 200) == self.lasts(found), found
        if answer.status == 200:
            found.refresh, found.secret = answer.body["refresh_token"], answer.body["access_token"]
            found.access_ends_at = self._access_end(found)
            for one in self.all:
                one.may_end_early |= found in one.chain and one is not found

    @rule(data=st.data())
    def make_a_link(self, data: st.DataObject) -> None:
        """A browser or token makes a link, which another device claims. It has not entered yet."""
        maker = self.pick(data, account=True)
        if maker is None:
            return
        made = self.send(maker, "POST", "/v1/me/links").ok()
        self._forget("link", maker.account)
        browser = Browser(self.app)
        claim = browser.post("/v1/sign-in/link", {"code": made["code"]}).ok()["claim"]
        path = f"/v1/me/links/{made['id']}"
        others = [one for one in self.living() if one is not maker and one.account == maker.account]
        for other in others:
            assert self.send(other, "PATCH", path, {"allowed": True}).status in (403, 404)
        self.send(maker, "PATCH", path, {"allowed": True}).ok()

        def enter() -> tuple[Answer, Browser]:
            return browser.post("/v1/sign-in/link/claim", {"claim": claim}), browser

        self.ways.append(Way("link", maker.account, enter, maker))

    @rule(data=st.data())
    def make_recovery_codes(self, data: st.DataObject) -> None:
        """An owner makes recovery codes. What another token issued cannot."""
        maker = self.pick(data, account=True)
        if maker is None:
            return
        answer = self.send(maker, "POST", "/v1/me/recovery-codes")
        if self._may_last(maker, answer):
            name = self.send(maker, "GET", "/v1/me").ok()["name"]
            sent = {"name": name, "code": answer.body["codes"][0]}

            def enter() -> tuple[Answer, Browser]:
                browser = Browser(self.app)
                return browser.post("/v1/sign-in/recovery-code", sent), browser

            self._forget("code", maker.account)
            self.ways.append(Way("code", maker.account, enter))

    @rule(data=st.data())
    def add_a_passkey(self, data: st.DataObject) -> None:
        """An owner adds a passkey. What another token issued cannot."""
        maker = self.pick(data, account=True)
        if maker is None:
            return
        answer = self.send(maker, "POST", "/v1/me/passkeys/options")
        if not self._may_last(maker, answer):
            return
        key = Authenticator()
        self.send(maker, "POST", "/v1/me/passkeys", {"credential": key.create(answer.body["publicKey"])}).ok()

        def enter() -> tuple[Answer, Browser]:
            browser = Browser(self.app)
            options = browser.post("/v1/sign-in/passkey/options").ok()["publicKey"]
            key.count += 1
            return browser.post("/v1/sign-in/passkey", {"credential": key.get(options)}), browser

        self.ways.append(Way("passkey", maker.account, enter))

    @rule(data=st.data())
    def let_in_by_the_operator(self, data: st.DataObject) -> None:
        """The operator makes a link of recovery."""
        account = data.draw(st.sampled_from(sorted({one.account for one in self.all if one.kind != "bot"})))
        with self.app.extensions["database"].bind():
            code = device_links.make_for_operator(UUID(account[2:])).code
        browser = Browser(self.app)
        claim = browser.post("/v1/sign-in/link", {"code": code}).ok()["claim"]
        browser.post("/v1/sign-in/link/claim", {"claim": claim}).ok()
        self._add("sign-in", account, browser.secret, [*ALL], None, None)

    @rule(data=st.data())
    def enter(self, data: st.DataObject) -> None:
        """A browser signs in by a passkey, a code or a link, which is void if what made it has ended."""
        if not self.ways:
            return
        way = data.draw(st.sampled_from(self.ways))
        answer, browser = way.enter()
        void = way.maker is not None and not self.lives(way.maker)
        assert answer.status == (403 if void else 201), answer.body
        if way.kind != "passkey":
            self.ways.remove(way)
        if not void:
            scopes: list[str] = [*ALL] if way.maker is None else way.maker.scopes
            above = None if way.maker is None else way.maker.above
            self._add("sign-in", answer.body["id"], browser.secret, scopes, above, None)

    @rule(data=st.data())
    def make_a_bot(self, data: st.DataObject) -> None:
        """A bot gets a token, which lasts unless a token has made it."""
        maker = self.pick(data, account=True)
        if maker is None:
            return
        answer = self.send(maker, "POST", "/v1/me/bots", {"name": unique("Bot")})
        if answer.status == 201:
            self._add("bot", answer.body["id"], answer.body["token"], ["bot"], maker.above, None)

    @rule(data=st.data())
    def leave_something_to_act(self, data: st.DataObject) -> None:
        """Whatever may do so makes a webhook."""
        maker = self.pick(data)
        if maker is None:
            return
        answer = self.send(maker, "POST", "/v1/me/webhooks", {"url": "https://a.example/", "events": ["message"]})
        if answer.status == 201:
            self.acting[answer.body["id"][2:]] = maker

    # What ends one.

    @rule(data=st.data(), including=st.sampled_from(["", "including=self"]))
    def end_a_token(self, data: st.DataObject, including: str) -> None:
        """A token or an app ends one, perhaps itself, and all that was made with it."""
        actor, ended = self.pick(data), self.pick(data, kind="token")
        if actor is None or ended is None or actor.account != ended.account:
            return
        answer = self.send(actor, "DELETE", f"/v1/me/tokens/t_{ended.row}", query=including)
        if answer.status == 204:
            assert self._may_end(actor, ended)
            ended.is_ended = True
            self._require_a_way_in(actor)

    @rule(data=st.data())
    def end_an_app(self, data: st.DataObject) -> None:
        """A person ends an app."""
        actor, ended = self.pick(data, account=True), self.pick(data, kind="app")
        if actor is not None and ended is not None and actor.account == ended.account:
            self.send(actor, "DELETE", f"/v1/me/access/t_{ended.row}").ok()
            ended.is_ended = True

    @rule(data=st.data())
    def end_a_sign_in(self, data: st.DataObject) -> None:
        """A person ends a browser in the list."""
        actor, ended = self.pick(data, account=True), self.pick(data, kind="sign-in")
        if actor is None or ended is None or actor.account != ended.account:
            return
        answer = self.send(actor, "DELETE", f"/v1/me/access/t_{ended.row}", query="including=self")
        if answer.status == 204:
            ended.is_ended = True
            self._require_a_way_in(actor)

    @rule(data=st.data())
    def sign_out(self, data: st.DataObject) -> None:
        """A browser leaves. What it made remains, below the token with which the browser began.

        Apps end if nobody can sign in to the account any more.
        """
        leaving = self.pick(data, kind="sign-in")
        if leaving is not None:
            self.send(leaving, "DELETE", "/v1/sign-in").ok()
            leaving.has_left = True
            self._end_apps_without_owner({leaving.account})

    @rule(data=st.data())
    def end_everything_else(self, data: st.DataObject) -> None:
        """An owner ends all but the own browser or token, also the ways in."""
        actor = self.pick(data, account=True)
        if actor is None or not self._may_last(actor, self.send(actor, "DELETE", "/v1/me/access")):
            return
        for one in self.living():
            if one.kind != "bot" and one.account == actor.account and one not in actor.chain:
                one.is_ended = True
        self.ways = [way for way in self.ways if way.account != actor.account]
        self.acting = {key: maker for key, maker in self.acting.items() if maker.account != actor.account}

    @rule(data=st.data())
    def remove_a_way_in(self, data: st.DataObject) -> None:
        """Recovery codes become void. No sign-in lasts longer."""
        actor = self.pick(data, account=True)
        if actor is not None and self.send(actor, "DELETE", "/v1/me/access/recovery-codes").status == 204:
            self._forget("code", actor.account)
            self._require_a_way_in(actor)

    @rule(hours=st.sampled_from([2, 24 * 41, 24 * 95]))
    def time_passes(self, hours: int) -> None:
        """The times of the database move into the past, and the chores run."""
        past = [earlier(column, "make_interval(hours => %(hours)s)") for column in ("expires_at", "ends_at")]
        self.db.execute(
            f"""update token set expires_at = {past[0]}, ends_at = {past[1]}, used_on = used_on - %(hours)s / 24 - 1
                 where account_id = any(%(accounts)s)""".encode(),
            {"hours": hours, "accounts": self._accounts()},
        )
        self.now += timedelta(hours=hours)
        self.ages = {key: None if end is None else end - timedelta(hours=hours) for key, end in self.ages.items()}
        self.ways = [way for way in self.ways if way.kind != "link"]
        expired = {row[0].hex for row in self.db.execute("select token_id from token where expires_at <= now()")}
        left = {one.account for one in self.all if one.row in expired and one.kind == "sign-in"}
        for one in self.all:
            if one.row in expired and one.kind == "sign-in":
                one.has_left = True
            elif one.row in expired and one.kind == "app":
                one.is_ended = True
        with self.app.extensions["database"].bind():
            sign_ins.remove_expired()
            apps.remove_expired()
            tokens.remove_expired()
        self._end_apps_without_owner(left)

    @precondition(lambda self: not self.is_merged)
    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        """Both accounts become one. Apps end, which were allowed for one of them."""
        first, second = self.pick(data, account=True), self.pick(data, account=True)
        if first is None or second is None or first.account == second.account or "bot" in (first.kind, second.kind):
            return
        answer = self.send(first, "POST", "/v1/me/merges")
        if not self._may_last(first, answer):
            return
        claimed = self.send(second, "POST", "/v1/me/merge-claims", {"code": answer.body["code"]})
        if not self._may_last(second, claimed):
            return
        path = f"/v1/me/merges/{answer.body['id']}"
        self.send(first, "PATCH", path, {"allowed": True}).ok()
        kept = self.send(second, "PATCH", path, {"allowed": True}).ok()["kept"]["id"]
        old = {first.account, second.account}
        self.is_merged = True
        for one in self.all:
            if one.account in old:
                one.account = kept
                one.is_ended |= one.kind == "app"
        self.ways = [way for way in self.ways if way.kind == "passkey"]

    # What holds at any time.

    @invariant()
    def what_has_ended_answers_401(self) -> None:
        """Everything lives as the law says, and nothing lasts longer than before."""
        with self.app.extensions["database"].bind():
            for one in self.all:
                answers = self._answers(one)
                assert not answers or self.lives(one), one
                assert answers or one.may_end_early or not self.lives(one), one
        for key, end in self._ends().items():
            before = self.ages.get(key, end)
            assert before is None or (end is not None and end <= before), "it lasts longer than before"
            self.ages[key] = end

    @invariant()
    def what_it_left_to_act_ends_with_it(self) -> None:
        """Nothing else ends it. A browser that leaves hands it on to what it began with; a root frees it."""
        rows = self.db.execute("select webhook_id from webhook where account_id = any(%s)", (self._accounts(),))
        there = {row[0].hex for row in rows}
        assert there <= {*self.acting}
        for key, maker in self.acting.items():
            ending = next((each for each in maker.chain if not each.has_left), None)
            lasts = ending is None or self.lasts(ending)
            assert (key in there) == lasts or (lasts and maker.may_end_early), (maker, lasts)

    def lives(self, one: Credential) -> bool:
        """Return True if a credential shall be valid."""
        return self.lasts(one) and (one.access_ends_at is None or one.access_ends_at > self.now)

    def lasts(self, one: Credential) -> bool:
        """Return True if neither it nor what it was made with has ended. For an app, its access token may have."""
        is_over = one.ends_at is not None and one.ends_at <= self.now
        return not is_over and not one.has_left and not any(each.is_ended for each in one.chain)

    def living(self) -> list[Credential]:
        """Return the valid credentials."""
        return [one for one in self.all if self.lives(one) and not one.may_end_early]

    def pick(self, data: st.DataObject, *, kind: Kind | None = None, account: bool = False) -> Credential | None:
        """Return a valid credential of a kind, or with the scope `account`; None if there is none."""
        found = [one for one in self.living() if kind in (None, one.kind) and ("account" in one.scopes or not account)]
        return data.draw(st.sampled_from(found)) if found else None

    def send(self, one: Credential, method: str, path: str, body: Any = None, *, query: str = "") -> Answer:
        """Send a request with a credential: the cookie of a browser, or a token."""
        if one.kind == "sign-in":
            headers = {**OWN_PAGE, "Cookie": f"hanabi-sign-in={one.secret}"}
        else:
            headers = {"Authorization": f"Bearer {one.secret}"}
        return Api(self.app).send(method, path, body, query=query, headers=headers)

    def _add(
        self,
        kind: Kind,
        account: str,
        secret: str,
        scopes: list[str],
        maker: Credential | None,
        wished: datetime | None,
    ) -> Credential:
        column = "parent_id" if kind == "app" else "token_id"
        found = self.db.execute(
            f"select {column} from token where digest = sha256(%s)".encode(), (secret.encode(),)
        ).fetchone()
        assert found is not None
        ends = [end for end in (wished, None if maker is None else maker.end) if end is not None]
        added = Credential(kind, account, secret, found[0].hex, scopes, maker, min(ends, default=None))
        if kind == "app":
            added.access_ends_at = self._access_end(added)
        elif kind == "sign-in":
            self._notice_who_was_pushed_out(account)
        if maker is not None and kind in ("token", "sign-in"):
            assert all(allow(frozenset(maker.scopes), scope) for scope in scopes)
        self.all.append(added)
        return added

    def _access_end(self, one: Credential) -> datetime:
        end = self.now + timedelta(seconds=ACCESS_S)
        return end if one.ends_at is None else min(end, one.ends_at)

    def _forget(self, kind: str, account: str) -> None:
        self.ways = [way for way in self.ways if (way.kind, way.account) != (kind, account)]

    def _notice_who_was_pushed_out(self, account: str) -> None:
        rows = self.db.execute("select token_id from token where is_sign_in and account_id = %s", (account[2:],))
        left = {row[0].hex for row in rows}
        assert len(left) <= SIGN_INS
        for one in self.all:
            if one.kind == "sign-in" and one.account == account and one.row not in left:
                one.has_left = not one.is_ended

    def _may_last(self, maker: Credential, answer: Answer) -> bool:
        """Return True if an owner was allowed to make what lasts. Others must have been refused."""
        above = [one for one in maker.chain if one is maker or not one.has_left]
        root = above[-1]
        is_own = len(above) == 1 or (len(above) == 2 and maker.kind == "sign-in" and root.kind == "token")
        is_owner = is_own and root.ends_at is None and {*ALL} <= set(maker.scopes)
        assert (answer.code == "issued-token") is not is_owner, (answer.body, maker)
        assert answer.status < 400 or not is_owner or answer.code == "limit-reached", answer.body
        return answer.status < 400

    def _may_end(self, actor: Credential, ended: Credential) -> bool:
        """Return True if a credential may end another one: with all rights, its own, or one that may do no more."""
        may_no_more = all(allow(frozenset(actor.scopes), scope) for scope in ended.scopes)
        return "account" in actor.scopes or actor in ended.chain or may_no_more

    def _end_apps_without_owner(self, accounts: set[str]) -> None:
        for one in self.all:
            one.is_ended |= one.kind == "app" and one.account in accounts and not self._has_a_way_in(one.account)

    def _has_a_way_in(self, account: str) -> bool:
        rows = self.db.execute(
            """select 1 from token where account_id = %(account)s and 'account' = any(scopes)
                  and (expires_at is null or is_sign_in and expires_at > now() and parent_id is null)
               union all select 1 from passkey where account_id = %(account)s
               union all select 1 from recovery_code where account_id = %(account)s""",
            {"account": account[2:]},
        ).fetchall()
        return bool(rows)

    def _require_a_way_in(self, actor: Credential) -> None:
        """Require that a program has left a way into its account."""
        had = any("account" in one.scopes and one.ends_at is None for one in actor.chain)
        assert self._has_a_way_in(actor.account) or not had or actor.kind == "sign-in"

    def _answers(self, one: Credential) -> bool:
        try:
            tokens.authenticate(one.secret)
        except InvalidToken:
            return False
        return True

    def _accounts(self) -> list[str]:
        return sorted({one.account[2:] for one in self.all})

    def _ends(self) -> dict[str, datetime | None]:
        """Return the fixed ends of all rows: what use does not prolong."""
        rows = self.db.execute(
            """select token_id, case when is_sign_in or refresh_digest is not null then ends_at else expires_at end
                 from token where account_id = any(%s)""",
            (self._accounts(),),
        )
        return {row[0].hex: row[1] for row in rows}


@IN_FULL
def test_all_credentials_obey_the_law(
    app: Flask, database_url: str, monkeypatch: pytest.MonkeyPatch, in_full: bool
) -> None:
    """Whatever happens in whatever order, what has ended answers 401, and nothing else does."""
    monkeypatch.setattr(sign_ins, "MAX_SIGN_INS", SIGN_INS)
    monkeypatch.setitem(recovery_codes._COST, "n", 2)
    # A walk is short enough to read, and to make it shorter would take minutes.
    walks = settings(steady(1500 if in_full else 5), stateful_step_count=20, phases=[Phase.generate])
    run_state_machine_as_test(lambda: Walk(app, database_url), settings=walks)  # type: ignore[arg-type]  # it is called


@pytest.mark.parametrize(
    ("leaving", "lifetime_s"), [("signs out", None), ("makes room", 3600), ("was not used for long", None)]
)
def test_all_that_a_token_made_ends_with_it(
    app: Flask, database_url: str, monkeypatch: pytest.MonkeyPatch, lifetime_s: int | None, leaving: str
) -> None:
    """Through browsers, apps, links, bots and webhooks, after the browser that made them has left in whatever way."""
    api = Api(app)
    first = api.known_by(api.post("/v1/accounts", {}).ok()["token"])
    body = {"name": "t"} | ({} if lifetime_s is None else {"expires_in_s": lifetime_s})
    token = first.post("/v1/me/tokens", body).ok()
    browser, phone, asking = Browser(app), Browser(app), App(app)
    browser.post("/v1/sign-in/token", {"token": token["token"]}).ok()
    for secret in (browser.secret, asking.tokens(browser)["access_token"]):
        assert Browser(app).post("/v1/sign-in/token", {"token": secret}).code == "invalid-token"
    allowed = asking.tokens(browser)
    issued = browser.post("/v1/me/tokens", {"name": "of the browser"}).ok()["token"]
    bot = browser.post("/v1/me/bots", {"name": unique("Bot")}).ok()["token"]
    browser.post("/v1/me/webhooks", {"url": "https://a.example/", "events": ["message"]}).ok()
    link = browser.post("/v1/me/links").ok()
    claim = {"claim": phone.post("/v1/sign-in/link", {"code": link["code"]}).ok()["claim"]}
    browser.send("PATCH", f"/v1/me/links/{link['id']}", {"allowed": True}).ok()
    phone.post("/v1/sign-in/link/claim", claim).ok()
    with psycopg.connect(database_url, autocommit=True) as db:
        if leaving == "signs out":
            browser.delete("/v1/sign-in").ok()
        elif leaving == "makes room":
            monkeypatch.setattr(sign_ins, "MAX_SIGN_INS", 1)
            Browser(app).post(
                "/v1/sign-in/token", {"token": first.post("/v1/me/tokens", {"name": "x"}).ok()["token"]}
            ).ok()
        else:
            digest = hashlib.sha256(browser.secret.encode()).digest()
            db.execute("update token set expires_at = now() where digest = %s", (digest,))
            with app.extensions["database"].bind():
                sign_ins.remove_expired()
        if lifetime_s is not None:
            columns = "coalesce(ends_at, expires_at) <= now() + interval '1 hour'"
            made = db.execute(
                f"select count(*), count(*) filter (where {columns}) from token where parent_id = %s".encode(),
                (token["id"][2:],),
            ).fetchone()
            assert made is not None
            assert made[0] == made[1] >= 3
    assert [api.known_by(secret).get("/v1/me").status for secret in (issued, bot, allowed["access_token"])] == [200] * 3
    assert asking.refresh(allowed["refresh_token"]).status == 200
    assert len(first.get("/v1/me/webhooks").ok()["items"]) == 1
    assert first.delete(f"/v1/me/tokens/{token['id']}").status == 204
    assert first.get("/v1/me/webhooks").ok()["items"] == []
    assert [api.known_by(secret).get("/v1/me").status for secret in (issued, bot, allowed["access_token"])] == [401] * 3
    assert asking.refresh(allowed["refresh_token"]).body["error"] == "invalid_grant"
    assert phone.get("/v1/me").status == 401
    assert Browser(app).post("/v1/sign-in/link/claim", claim).code == "code-refused"
