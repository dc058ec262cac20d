"""Tests of rendering values by schemas."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from service.core.common_values import AccountId, Hash, Time
from service.platform.wire.field_types import (
    DateTime,
    Flag,
    Id,
    Items,
    Map,
    Object,
    Raw,
    Real,
    ResponseSchema,
    Text,
    Whole,
)
from service.platform.wire.rendering import Rendered, itself, renderer_of
from tests.rows import in_one_test

ONE, TWO = UUID(int=1), UUID(int=2)
AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
RENDERED_AT = "2026-11-21T12:00:00.000Z"


class Player(NamedTuple):
    """A value that another one has."""

    account_id: UUID | None
    name: str


class RenderedPlayer(Rendered[Player]):
    """An object in another one."""

    id = AccountId(attribute="account_id", null=True)
    name = Text()


class CopiedPlayer(ResponseSchema):
    """An object that is JSON already."""

    name = Text()


class Members(NamedTuple):
    """A value for each field."""

    value: Any
    others: Any = None


PLAYER, RENDERED = Player(ONE, "Ada"), {"id": f"a_{ONE.hex}", "name": "Ada"}

ROWS = (
    (Text(), "red", "red"),
    (Whole(), 3, 3),
    (Real(), 0.5, 0.5),
    (Flag(), False, False),
    (Raw(), {"type": "any"}, {"type": "any"}),
    (Id("g"), ONE, f"g_{ONE.hex}"),
    (Id("g", null=True), None, None),
    (AccountId(), ONE, f"a_{ONE.hex}"),
    (AccountId(null=True), None, None),
    (DateTime(), AT, RENDERED_AT),
    (Time(), AT, RENDERED_AT),
    (Time(), None, None),
    (Hash(), b"\0" * 32, "00" * 32),
    (Text(null=True), None, None),
    (Text(to_json=str.upper), "red", "RED"),
    (Text(facts={"const": "open"}), "anything", "open"),
    (Text(computed=lambda members: members.others), None, "other"),
    (AccountId(computed=lambda members: TWO), None, f"a_{TWO.hex}"),
    (Object(RenderedPlayer), PLAYER, RENDERED),
    (Object(RenderedPlayer, null=True), None, None),
    (Object(CopiedPlayer), {"name": "Ada"}, {"name": "Ada"}),
    (Items(Whole()), (1, 2), (1, 2)),
    (Items(AccountId()), [ONE, TWO], [f"a_{ONE.hex}", f"a_{TWO.hex}"]),
    (Items(AccountId(null=True)), [ONE, None], [f"a_{ONE.hex}", None]),
    (Items(Object(RenderedPlayer)), iter([PLAYER]), [RENDERED]),
    (Items(Items(Time())), [[AT, None], []], [[RENDERED_AT, None], []]),
    (Items(Object(RenderedPlayer), null=True), None, None),
    (Map(Whole()), {"red": 1}, {"red": 1}),
    (Map(AccountId()), {"red": ONE}, {"red": f"a_{ONE.hex}"}),
)


@in_one_test(("field", "value", "rendered"), ROWS)
def test_each_field_renders_its_values(field: Any, value: object, rendered: object) -> None:
    """A field converts what its type knows, and copies what is JSON already."""
    schema: Any = type("Schema", (Rendered,), {"value": field})
    assert schema.render(Members(value, "other")) == {"value": rendered}


@in_one_test(
    ("field", "value", "is_missing"),
    [
        (Text(required=False), None, True),
        (Text(required=False), "", False),
        (Whole(required=False), None, True),
        (Whole(required=False), 0, False),
        (Time(required=False), None, True),
        (Flag(required=False), False, True),
        (Flag(required=False, facts={"const": True}), True, False),
        (Items(Whole(), required=False), (), True),
        (Items(Whole(), required=False), None, True),
        (Map(Whole(), required=False), {}, True),
        (Object(RenderedPlayer, required=False), None, True),
        (Object(RenderedPlayer, required=False), PLAYER, False),
    ],
)
def test_an_optional_member_without_a_value_is_missing(field: Any, value: object, *, is_missing: bool) -> None:
    """None, a flag that is False, and an empty array or object are left out; zero and an empty text are not."""
    schema: Any = type("Schema", (Rendered,), {"value": field})
    assert ("value" not in schema.render(Members(value))) == is_missing


@dataclass
class Table:
    """A value with all of it."""

    game_id: UUID
    players: list[Player]
    turn: int
    is_private: bool


class RenderedSize(Rendered[Table]):
    """An object whose members are attributes of the value that has it."""

    turn = Whole()


class RenderedTable(Rendered[Table]):
    """An object with nested ones."""

    id = Id("g", attribute="game_id")
    private = Flag(required=False, attribute="is_private")
    size = Object(RenderedSize, computed=itself)
    players = Items(Object(RenderedPlayer))


class RenderedOwnTable(RenderedTable):
    """An object with more members."""

    turn = Whole()
    first = Text(attribute="players.0.name", computed=lambda table: table.players[0].name)


TABLE = Table(ONE, [PLAYER, Player(None, "Bob")], 7, is_private=True)
RENDERED_TABLE = {
    "id": f"g_{ONE.hex}",
    "private": True,
    "size": {"turn": 7},
    "players": [RENDERED, {"id": None, "name": "Bob"}],
}


def test_members_have_the_order_of_the_schema() -> None:
    """Members come in the order of the schema, also around an optional one."""
    assert [*RenderedTable.render(TABLE).items()] == [*RENDERED_TABLE.items()]
    public = RenderedTable.render(replace(TABLE, is_private=False))
    assert [*public] == ["id", "size", "players"]


def test_a_schema_renders_the_members_that_it_inherits() -> None:
    """The members of a base come first; a schema that was rendered before has no effect on one that is based on it."""
    RenderedTable.render(TABLE)
    own = RenderedOwnTable.render(TABLE)
    assert [*own.items()] == [*RENDERED_TABLE.items(), ("turn", 7), ("first", "Ada")]


def test_an_attribute_may_be_one_of_an_attribute() -> None:
    """An attribute with a period is that of another attribute."""

    class Mover(Rendered[Any]):
        name = Text(attribute="value.name")

    assert Mover.render(Members(PLAYER)) == {"name": "Ada"}


def test_a_field_renders_without_a_schema() -> None:
    """A member that a feature adds has a field alone."""
    assert renderer_of(Items(Object(RenderedPlayer)))([PLAYER]) == [RENDERED]
    assert renderer_of(AccountId(null=True))(None) is None
    assert renderer_of(Map(Whole()))({"red": 1}) == {"red": 1}
