"""Only a room names its tables: neither imports nor SQL of others do, whether an import shows it or not."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from service.all_tables import METADATA
from service.platform.database.table_class import Model

ROOT: Final = Path(__file__).resolve().parents[3]


def room_of(module: str) -> str:
    """Return the folder of a feature, or the floor, to which a module belongs."""
    parts = module.split(".")
    return ".".join(parts[:3] if parts[1] == "features" else parts[:2])


MODELS: Final = {mapper.class_.__name__: mapper.class_.__module__ for mapper in Model.registry.mappers}
ROOM_OF_TABLE: Final = {
    mapper.class_.__tablename__: room_of(mapper.class_.__module__) for mapper in Model.registry.mappers
}
MAY_NAME: Final = {"service.core": ("service.core", "service.features", "service.maintenance", "service.site")}
"""The floors that may name a table of the core. One of a feature is its own, and all know those of the platform."""

NAMES: Final = "|".join(sorted(ROOM_OF_TABLE, key=len, reverse=True))
IN_SQL: Final = re.compile(
    rf"\b(?:from|join|into|update|using|truncate|lock\s+table)\s+(?:only\s+)?({NAMES})\b", re.IGNORECASE
)
AFTER_COMMA: Final = re.compile(rf"\bfrom\s+\w+(?:\s+\w+)?\s*,\s*({NAMES})\b", re.IGNORECASE)
COLUMN: Final = re.compile(rf"\b({NAMES})\.([a-z_]+)\b", re.IGNORECASE)


def tables_in(text: str) -> Iterator[str]:
    """Yield the tables that a text names, if it is SQL."""
    yield from IN_SQL.findall(text)
    yield from AFTER_COMMA.findall(text)
    for table, column in COLUMN.findall(text):
        if column in METADATA.tables[table].columns:
            yield table


def named(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file and the rooms whose tables or models they name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("service."):
            for name in node.names:
                model = MODELS.get(name.name)
                if model is not None and room_of(model) == room_of(node.module):
                    yield node.lineno, room_of(model)
                elif name.name == "tables":
                    yield node.lineno, room_of(f"{node.module}.tables")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            for table in tables_in(node.value.lower()):
                yield node.lineno, ROOM_OF_TABLE[table]


def test_only_a_room_names_its_tables() -> None:
    """What others need of them, they get from a hook, or from a function of the room."""
    wrong = []
    for path in sorted((ROOT / "service").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if module == "service.all_tables":
            continue
        for line, room in named(path):
            allowed = MAY_NAME.get(room, (room,))
            if room != "service.platform" and not module.startswith(tuple(f"{one}." for one in allowed)):
                wrong.append(f"{path.relative_to(ROOT)}:{line} names a table of {room}")
    assert wrong == []
    assert {*tables_in("select 1 from seek s, contest c where branch.game_id")} == {"seek", "contest", "branch"}
