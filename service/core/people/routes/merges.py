"""Routes that merge two accounts of one person, which are signed in in two browsers."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response

from engine.wording import N_
from service.core.common_values import AccountId, Time
from service.core.people import account_merging, merge_codes
from service.core.people.account_merging import Merged
from service.core.people.merge_codes import MergeInfo
from service.core.people.routes.sign_ins import MAX_CODE_LENGTH, address_of_request, device_of_request, is_near
from service.core.requests import auth
from service.core.tables.lookup import NotFound, id_of
from service.core.tables.news import publisher
from service.platform.wire.field_types import Flag, Id, Named, Object, Text
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json, no_content


class CreateMergeClaimRequest(Request):
    """A code that another account shows, to be merged with it."""

    code = PlainText(
        "The code. Case, spaces and hyphens do not count.", required=True, validate=length(MAX_CODE_LENGTH)
    )


class UpdateMergeRequest(Request):
    """An agreement."""

    allowed = Flag("Whether the two accounts shall be merged.", required=True, facts={"const": True})


class MergeId(Named):
    """The id of a merge of two accounts."""

    of = Id("j")


class AccountOfMerge(Rendered[merge_codes.MergedAccount | merge_codes.OtherSide]):
    """An account of a merge."""

    id = AccountId(attribute="account_id")
    name = Text("The name of the account.")


class CreatedMerge(Rendered[merge_codes.NewMerge]):
    """A new merge. This is the only response that contains its code."""

    id = MergeId(attribute="merge_id")
    code = Text("The code, which is typed in the browser of the other account.", pattern="^[0-9A-Z]{4}-[0-9A-Z]{4}$")
    expires_at = Time("When it is void.")


class Merge(Rendered[MergeInfo]):
    """A merge of two accounts, as one of them sees it."""

    id = MergeId(attribute="merge_id")
    other = Object(AccountOfMerge, "The other account; null until its code was typed, and after the merge.", null=True)
    device = Text(
        "The browser and the system that are signed in to the other account; null without it.",
        null=True,
        computed=lambda merge: merge.other and merge.other.device,
    )
    same_network = Flag(
        "Whether that browser is in the network of the request; null without it.",
        null=True,
        computed=lambda merge: merge.other and is_near(merge.other.address),
    )
    kept = Object(
        AccountOfMerge, "The older account, which remains, with its name; null until the code was typed.", null=True
    )
    allowed = Flag("Whether the account of the request has agreed.")
    merged = Flag("Whether the accounts are one.")
    expires_at = Time("When it is void.")


MERGE: Final = Parameter("merge", "path", MergeId("The id of a merge."), "j_019903a4c3e17b500000c3d4d2f86a00")

routes = Blueprint("merges", __name__, url_prefix="/v1/me")


@routes.post("/merges")
@Operation(
    "createMerge",
    scope="account",
    price=15,
    stores=400,
    compressed=False,
    answers={201: Answer(CreatedMerge, "The merge, with its code.", examples=("created-merge",))},
    problems=("issued-token",),
)
def make_merge() -> Response:
    """Begin to merge two of your accounts.

    Returns a code, which is typed in a browser that is signed in to the other account (`POST /v1/me/merge-claims`).
    Then both accounts see each other, and are merged when both have agreed. The code is valid once, for ten minutes,
    and earlier ones of the account are void. The merge ends with the token of the request. The request has no body. The
    token needs the scope `account`, and is not one that another token issued.
    """
    caller = auth.caller()
    empty_body()
    new = merge_codes.make(caller, device_of_request(), address_of_request())
    return as_json(CreatedMerge.render(new), HTTPStatus.CREATED)


@routes.post("/merge-claims")
@Operation(
    "createMergeClaim",
    scope="account",
    price=100,
    stores=200,
    quota="codes",
    compressed=False,
    body=Body(CreateMergeClaimRequest),
    answers={201: Answer(Merge, "The merge.", examples=("merge",))},
    problems=("code-refused", "same-table", "issued-token"),
)
def claim_merge() -> Response:
    """Type the code of the other account.

    Takes the code that the other account shows, and returns the merge with that account. Nothing is merged yet. An
    address has 20 wrong attempts an hour. The token needs the scope `account`, and is not one that another token
    issued.
    """
    caller = auth.caller()
    typed = load(CreateMergeClaimRequest(), json_body())["code"]
    found = account_merging.claim(caller, typed, device_of_request(), address_of_request())
    return as_json(_merge_json(found), HTTPStatus.CREATED)


@routes.get("/merges/<merge>")
@Operation(
    "getMerge",
    scope="account",
    compressed=False,
    answers={200: Answer(Merge, "The merge.", examples=("merge",))},
)
def get_merge(merge: str) -> Response:
    """Read a merge.

    Returns which account has typed the code, and whether the accounts are one. A merge that was refused or has expired
    is `not-found`. The token needs the scope `account`.
    """
    return as_json(_merge_json(merge_codes.find(auth.caller(), id_of("j", merge))))


@routes.patch("/merges/<merge>")
@Operation(
    "updateMerge",
    scope="account",
    price=250,
    computes=False,
    stores=400,
    compressed=False,
    body=Body(UpdateMergeRequest),
    answers={200: Answer(Merge, "The merge.", examples=("merge", "merged"))},
    problems=(("not-found", "there is no such merge, or nobody has typed its code"), "same-table", "issued-token"),
)
def allow_merge(merge: str) -> Response:
    """Agree to merge two of your accounts.

    The second of the two agreements merges the accounts, which cannot be undone. The older account remains, with its
    id and its name, and gets everything of the other one: seats in games, also in running ones, imported games, notes,
    comments, lines and reviews together, invitations and blocked accounts, statistics, bots, webhooks, passkeys,
    sign-ins and tokens. So every device and program of yours stays signed in. The apps of both end, since each was
    allowed for one account only. Its recovery codes remain, if it has any; otherwise it gets those of the other one.
    Links to further devices and an open search for players end. The rights of a moderator do not move.

    The other account is deleted; its id stands for the older one in `GET /v1/accounts/{name}`, and its name stays
    reserved for 30 days for the older one. Streams of its tokens end with `bye`, and can be opened again. If both
    accounts have a seat in the same game or take part in the same contest, or one has watched held cards of a running
    game of the other, this is `same-table`, and nothing changes. The token needs the scope `account`, and is not one
    that another token issued.
    """
    caller = auth.caller()
    if load(UpdateMergeRequest(), json_body())["allowed"] is not True:
        raise invalid("#/allowed", N_("must be true"))
    done = account_merging.allow(caller, id_of("j", merge))
    if not isinstance(done, Merged):
        return as_json(_merge_json(done))
    publisher.announce_revocation(done.former_id)
    for game_id in done.running:
        publisher.announce(game_id, 0)  # as if it began, so that the streams of the account hear of it
    for game_id, version in done.marked:
        publisher.announce(game_id, version)
    return as_json(_merge_json(done.info))


@routes.delete("/merges/<merge>")
@Operation(
    "deleteMerge",
    scope="account",
    answers={204: Answer(None, "The merge is void.")},
)
def forget_merge(merge: str) -> Response:
    """Refuse to merge two accounts.

    Makes a merge void, for both sides. Accounts that are one remain so. The request has no body. The token needs the
    scope `account`.
    """
    caller = auth.caller()
    empty_body()
    if not merge_codes.forget(caller, id_of("j", merge)):
        raise NotFound
    return no_content()


def _merge_json(found: MergeInfo | None) -> dict[str, Any]:
    if found is None:
        raise NotFound
    return Merge.render(found)
