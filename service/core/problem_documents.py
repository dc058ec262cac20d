"""Schemas of problem documents."""

from typing import ClassVar

from service.core.common_values import Language, RuleAddress, RuleNumber, Scope, Version
from service.core.problem_codes import ProblemCode, RefusalCode
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text, Whole


class ProblemMeaning(ResponseSchema):
    """The meaning of a code, in the caller's language."""

    code = ProblemCode()
    type = Text("The address of its page.", pattern="^(https?://[^/]+)?/problems/[a-z-]+$")
    status = Whole("The HTTP status of responses with this code.", least=400, most=599)
    title = Language()
    happened = Language("What happened.")
    remedy = Language("What to do.")


class ProblemList(ResponseSchema):
    """The codes of problems with their meanings."""

    items = Items(Object(ProblemMeaning), "All codes, by status.", least=1)


class Fault(ResponseSchema):
    """A fault of a request. It has a `pointer`, a `parameter`, or a `line` and a `column`."""

    pointer = Text("The position in the body, as a JSON pointer.", required=False, pattern=r"^#(/[\s\S]*)?$")
    parameter = Text("The query parameter, or the part of the path.", required=False)
    line = Whole("The position in a text body, counted from 1.", required=False, least=1)
    column = Whole("The column in this line, counted from 1.", required=False, least=1)
    detail = Language("The fault.")
    rule = RuleNumber(required=False)
    rule_url = RuleAddress(required=False)
    facts: ClassVar = {
        "dependentRequired": {"line": ["column"], "column": ["line"], "rule": ["rule_url"], "rule_url": ["rule"]},
        "if": {"required": ["pointer"]},
        "then": {"not": {"anyOf": [{"required": ["parameter"]}, {"required": ["line"]}]}},
        "else": {
            "if": {"required": ["parameter"]},
            "then": {"not": {"required": ["line"]}},
            "else": {"required": ["line", "column"]},
        },
    }


class Problem(ResponseSchema):
    """A problem document (RFC 9457)."""

    type = Text("The address of the page that explains the problem.", pattern="^(https?://[^/]+)?/problems/[a-z-]+$")
    title = Language()
    status = Whole("The HTTP status of the response.", least=400, most=599)
    detail = Language()
    code = ProblemCode()
    request_id = Text("The same as the header Request-Id.")
    errors = Items(
        Object(Fault),
        "Each fault of the request, if known; at most the first hundred.",
        required=False,
        least=1,
        most=100,
    )
    version = Version("With `version-conflict`, the newest version.", required=False)
    events = Items(Object("Event"), "With `version-conflict`, the events that the caller has missed.", required=False)
    scope = Scope("With `insufficient-scope`, the scope that the operation needs.", required=False)
    until = Text(
        "With `account-suspended`, the end of the suspension; null if it has none.",
        required=False,
        null=True,
        facts={"format": "date-time"},
    )
    reveal_until = Text(
        "With `awaiting-reveals`, the time when the game is dealt at the latest.",
        required=False,
        facts={"format": "date-time"},
    )
    refusal = RefusalCode("With `illegal-move`.", required=False)
    report = Object("ExportReport", "With `export-refused`.", required=False)
    limit = Text("With `limit-reached`, the limit, as the operation names it.", required=False, pattern="^[a-z-]+$")
    maximum = Whole("With `limit-reached`, the size of the limit.", required=False, least=1)
    of = Text(
        "With `limit-reached`, whose limit it is. With `same-table`, what keeps the accounts apart.",
        required=False,
        values={
            "account": "The caller's limit.",
            "contest": "A limit that all teams of the contest share, or a contest of both accounts.",
            "game": "A game in which both have a seat.",
            "hands": "A running game of one, whose held cards the other has watched.",
        },
    )
    sign_in = Text(
        "With `name-taken`, the address of the page where the owner of the name can sign in.",
        required=False,
        facts={"const": "/account"},
    )
    rule = Text(
        "With `illegal-move`, `invalid-deck` and, if a ruling is broken, `import-refused`.", required=False, null=True
    )
    rule_url = RuleAddress("If `rule` is not null, its address.", required=False)
    facts: ClassVar = {
        "allOf": [
            {
                "if": {"properties": {"code": {"const": "version-conflict"}}},
                "then": {"required": ["version", "events"]},
                "else": {"not": {"anyOf": [{"required": ["version"]}, {"required": ["events"]}]}},
            },
            {
                "if": {"properties": {"code": {"const": "limit-reached"}}},
                "then": {"required": ["limit", "maximum", "of"]},
                "else": {"not": {"anyOf": [{"required": [name]} for name in ("limit", "maximum")]}},
            },
            {
                "if": {"properties": {"code": {"enum": ["limit-reached", "same-table"]}}},
                "then": {"required": ["of"]},
                "else": {"not": {"required": ["of"]}},
            },
            {
                "if": {"properties": {"code": {"const": "name-taken"}}},
                "then": {"required": ["sign_in"]},
                "else": {"not": {"required": ["sign_in"]}},
            },
            {
                "if": {"properties": {"code": {"const": "insufficient-scope"}}},
                "then": {"required": ["scope"]},
                "else": {"not": {"required": ["scope"]}},
            },
            {
                "if": {"properties": {"code": {"const": "account-suspended"}}},
                "then": {"required": ["until"]},
                "else": {"not": {"required": ["until"]}},
            },
            {
                "if": {"properties": {"code": {"const": "awaiting-reveals"}}},
                "then": {"required": ["reveal_until"]},
                "else": {"not": {"required": ["reveal_until"]}},
            },
            {
                "if": {"properties": {"code": {"const": "illegal-move"}}},
                "then": {"required": ["refusal", "rule"]},
                "else": {"not": {"required": ["refusal"]}},
            },
            {
                "if": {"properties": {"code": {"const": "export-refused"}}},
                "then": {"required": ["report"]},
                "else": {"not": {"required": ["report"]}},
            },
            {
                "if": {"properties": {"code": {"enum": ["illegal-move", "invalid-deck", "import-refused"]}}},
                "then": {"required": ["rule"]},
                "else": {"not": {"required": ["rule"]}},
            },
            {
                "if": {"properties": {"code": {"enum": ["invalid-request", "invalid-deck", "import-refused"]}}},
                "then": {"required": ["errors"]},
            },
            {
                "if": {
                    "not": {
                        "properties": {
                            "code": {
                                "enum": [
                                    "illegal-move",
                                    "invalid-request",
                                    "invalid-deck",
                                    "import-refused",
                                    "malformed-json",
                                ]
                            }
                        }
                    }
                },
                "then": {"not": {"required": ["errors"]}},
            },
        ]
    }


class ExplainedProblem(ProblemMeaning):
    """The meaning of a code, in the caller's language, with an example."""

    example = Object(Problem, "An example document.")
