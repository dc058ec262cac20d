"""The rulings: routes and JSON."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response

from engine.decide import Refusal
from engine.rules import OPTIONS
from service.core.common_parameters import IF_NONE_MATCH
from service.core.common_values import Language, RuleNumber
from service.core.problem_codes import ProblemCode, RefusalCode
from service.core.rules import ruling_words
from service.core.rules.rendering import OptionName
from service.core.tables.lookup import NotFound
from service.core.tables.words import illegal_move_words
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text
from service.platform.wire.headers import PUBLIC, PUBLIC_NOT_MODIFIED
from service.platform.wire.operation import Answer, Link, Operation, Parameter
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, cacheable


class _RuleRefusalsItem(ResponseSchema):
    """The members of this value."""

    is_inline = True

    code = RefusalCode()
    text = Language()


class _RuleProblemsItem(ResponseSchema):
    """The members of this value."""

    is_inline = True

    code = ProblemCode()
    type = Text("The address of the page of the problem.", pattern="^/problems/[a-z-]+$")


class Rule(ResponseSchema):
    """A ruling: one numbered part of the rules."""

    id = RuleNumber()
    title = Language()
    text = Items(Language(), "Paragraphs, in Markdown.", least=1)
    source = Language("The printed rules that have it.")
    own = Text("What no printed rules have, in the caller's language; null if they have all of it.", null=True)
    options = Items(OptionName(), "The options that it depends on.")
    refusals = Items(Object(_RuleRefusalsItem), "The refusals that cite it, with their texts.")
    problems = Items(Object(_RuleProblemsItem), "The problems that it explains.")
    page = Text("Its place on the page for people.", pattern="^/docs/rules#R")


class RuleList(ResponseSchema):
    """The rulings R1 to R31."""

    items = Items(Object(Rule), "The rulings in order.", least=1, most=31)


RULE: Final = Parameter("rule", "path", RuleNumber("The number of a ruling."), "R7")

routes = Blueprint("rules", __name__, url_prefix="/v1/rules")


@routes.get("")
@Operation(
    "listRules",
    token=False,
    price=2,
    parameters=(IF_NONE_MATCH,),
    answers={
        200: Answer(
            RuleList,
            "The rulings, R1 first.",
            examples=("rules",),
            headers=PUBLIC,
            links=(Link("rule", "getRule", "One of the rulings.", {"rule": "items/0/id"}),),
        ),
        304: PUBLIC_NOT_MODIFIED,
    },
)
def list_rules() -> Response:
    """List the rulings.

    Returns the rulings R1 to R31 in the caller's language: every rule that moves are checked against, with its
    source. The response is the same for everyone who reads its language, so any cache can store it. As a page:
    `/docs/rules`.
    """
    return cacheable(as_json({"items": [_ruling_json(language(), rule) for rule in RULES]}))


@routes.get("/<rule>")
@Operation(
    "getRule",
    token=False,
    price=1,
    parameters=(IF_NONE_MATCH,),
    answers={200: Answer(Rule, "The ruling.", examples=("rule",), headers=PUBLIC), 304: PUBLIC_NOT_MODIFIED},
)
def get_rule(rule: str) -> Response:
    """Read a ruling.

    Returns a ruling: its text and source, the options that it depends on, and the refusals that cite it. The
    `rule_url` of a problem is this address.
    """
    if rule not in RULES:
        raise NotFound
    return cacheable(as_json(_ruling_json(language(), rule)))


RULES: Final = tuple(f"R{number}" for number in range(1, 32))
"""The ids of the rulings."""

_PROBLEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "R2": ("invalid-deck",),
    "R4": ("not-your-turn",),
    "R22": ("game-not-running",),
    "R30": ("bot-cannot-play",),
}
"""The problems that a ruling explains, apart from refusals."""


def _ruling_json(language: str, rule: str) -> dict[str, Any]:
    """Return a ruling with its text, source, options and refusals."""
    text = ruling_words.ruling(language, rule)
    refusals = [refusal.code for refusal in Refusal if refusal.rule == rule]
    problems = (*(("illegal-move",) if refusals else ()), *_PROBLEMS.get(rule, ()))
    return {
        "id": rule,
        "title": text.title,
        "text": text.text,
        "source": text.source,
        "own": text.own,
        "options": [name for name, option in OPTIONS.items() if rule in option.rulings],
        "refusals": [{"code": code, "text": illegal_move_words.refusal(language, code, rule)} for code in refusals],
        "problems": [{"code": code, "type": f"/problems/{code}"} for code in problems],
        "page": f"/docs/rules#{rule}",
    }
