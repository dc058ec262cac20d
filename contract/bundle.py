"""Write the contract from the parts in this folder, and what clients need of it (`make contract`)."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from contract.clients import python, synchronous

__all__ = ["FILES", "bundled"]

_PARTS: Final = Path(__file__).resolve().parent


class _Dumper(yaml.SafeDumper):
    """Writes every value in full, and texts of several lines as such."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def bundled() -> dict[str, Any]:
    """Return the contract. Raises ValueError if two parts have the same name."""
    document: dict[str, Any] = _read(_PARTS / "document.yaml")
    components = document.pop("components")
    schemas = _merged("schemas")
    _explain_enums(schemas)
    document["paths"] = _merged("paths")
    document["components"] = {
        **components,
        **{kind: _read(_PARTS / f"{kind}.yaml") for kind in ("parameters", "headers", "responses")},
        "schemas": schemas,
        "examples": {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in _files("examples", "json")},
    }
    return document


def _explain_enums(schemas: Mapping[str, Any]) -> None:
    """List the meanings of values (`x-enum-descriptions`) in descriptions, and name values of several enums apart.

    In Go, a generated constant has the name of its value, and all are in one namespace.
    """
    enums = [schema for schema in _inside(schemas) if isinstance(schema.get("enum"), list)]
    for schema in enums:
        if meanings := schema.get("x-enum-descriptions"):
            values = [f"- `{value}`: {text}\n" for value, text in zip(schema["enum"], meanings, strict=True)]
            schema["description"] = f"{schema['description'].strip()}\n\n{''.join(values)}"
    named = {name: schema for name, schema in schemas.items() if "enum" in schema and schema["type"] == "string"}
    count = Counter(_upper(value) for schema in named.values() for value in schema["enum"])
    for name, schema in named.items():
        if any(count[_upper(value)] > 1 for value in schema["enum"]):
            prefix = _upper(re.sub(r"(?<!^)(?=[A-Z])", "_", name))
            schema["x-enum-varnames"] = [f"{prefix}_{_upper(value)}" for value in schema["enum"]]


def _inside(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a value."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _inside(inner)


def _upper(value: str) -> str:
    return re.sub(r"\W", "_", value).upper()


def _merged(folder: str) -> dict[str, Any]:
    """Return the entries of all files of a folder."""
    merged: dict[str, Any] = {}
    for file in _files(folder, "yaml"):
        part: Mapping[str, Any] = _read(file)
        if twice := merged.keys() & part.keys():
            raise ValueError(f"{file}: {sorted(twice)} is already in another file of this folder")
        merged |= part
    return merged


def _files(folder: str, suffix: str) -> list[Path]:
    return sorted((_PARTS / folder).glob(f"*.{suffix}"))


def _read(file: Path) -> Any:
    # The loader of libyaml, if it is installed, is ten times as fast.
    return yaml.load(file.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _as_json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _as_yaml(document: Mapping[str, Any]) -> str:
    heading = "# Written by `make contract` from the files in contract/. Change those.\n"
    return heading + yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


FILES: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    "openapi.json": _as_json,
    "openapi.yaml": _as_yaml,
    "clients/python/hanabi_client/types.py": python.types,
    **synchronous.FILES,
}
"""How each file is written, by its path."""

if __name__ == "__main__":
    contract = bundled()
    for name, written in FILES.items():
        (_PARTS.parent / name).write_text(written(contract), encoding="utf-8")
