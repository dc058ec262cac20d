"""Routes of the OpenAPI contract."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
import yaml
from flask import Blueprint, Response

from service.features.documentation import client_packages, contract_parts
from service.platform import data_files
from service.platform.website import compressed_files, openapi
from service.platform.website.compressed_files import StaticFile
from service.platform.wire.field_types import Text
from service.platform.wire.operation import Parameter, web_file
from service.platform.wire.request_fields import one_of
from service.platform.wire.request_parsing import load_query

routes = Blueprint("contract", __name__)

_PACKAGE: Final = re.compile(r"    \w+: /clients/(\S+)")
"""A line of `x-clients`."""

_PARAMETERS: Final = (
    Parameter("part", "query", Text("The part to read.", validate=one_of(contract_parts.NAMES))),
    Parameter(
        "examples",
        "query",
        Text(
            "Whether the whole contract has its examples and links.",
            load_default="false",
            values={"true": "With them.", "false": "Without them."},
        ),
    ),
)

_ON_DEMAND: Final = frozenset({"examples", "example", "links"})
"""What people read, and generators do not."""


@routes.get("/openapi.json")
@web_file(price=2, parameters=_PARAMETERS)
def get_contract() -> Response:
    """Return the contract as JSON, or a part of it."""
    return _response("openapi.json")


@routes.get("/openapi.yaml")
@web_file(price=2, parameters=_PARAMETERS)
def get_contract_as_yaml() -> Response:
    """Return the contract as YAML, or a part of it."""
    return _response("openapi.yaml")


@routes.get("/openapi-3.2.json")
@web_file(parameters=_PARAMETERS)
def get_newer_contract() -> Response:
    """Return the contract in OpenAPI 3.2, which describes the items of streams, or a part of it."""
    return _response("openapi-3.2.json")


def _response(name: str) -> Response:
    query = load_query()
    has_examples = query["part"] is None and query["examples"] == "true"
    packages = frozenset(client_packages.available())
    file = _file(name, query["part"], packages, has_examples=has_examples)
    return compressed_files.file_response(name, file)


@cache
def _file(name: str, part: str | None, packages: frozenset[str], *, has_examples: bool) -> StaticFile:
    """Return the contract, which names only the packages of clients that were built."""
    if has_examples and name == "openapi.yaml":
        lines = data_files.CONTRACT.read_text(encoding="utf-8").splitlines(keepends=True)
        return compressed_files.packed("".join(_without_missing(lines, packages)).encode())
    document = openapi.document()
    clients = {kind: path for kind, path in document["info"]["x-clients"].items() if Path(path).name in packages}
    document = {**document, "info": {**document["info"], "x-clients": clients}}
    if part is not None:
        document = contract_parts.part(document, part)
    elif not has_examples:
        document = openapi.without(document, _ON_DEMAND)
    return compressed_files.packed(_written(name, document))


def _without_missing(lines: list[str], packages: frozenset[str]) -> Iterator[str]:
    for line in lines:
        package = _PACKAGE.fullmatch(line.rstrip())
        if package is None or package[1] in packages:
            yield line


def _written(name: str, contract: dict[str, Any]) -> bytes:
    if name.endswith(".yaml"):
        dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # that of libyaml, if it is installed, is faster
        return yaml.dump(contract, Dumper=dumper, encoding="utf-8", allow_unicode=True, sort_keys=False)
    return orjson.dumps(openapi.in_3_2(contract) if name == "openapi-3.2.json" else contract)
