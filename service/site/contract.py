"""Routes of the OpenAPI contract."""

from typing import Final

import orjson
from flask import Blueprint, Response

from service import data_files
from service.site import openapi, static_files
from service.wire.operation import web_file

__all__ = ["routes"]

routes = Blueprint("contract", __name__)

# Compressed when the process starts, so that no request waits for it.
_JSON: Final = static_files.packed(openapi.as_json())

_YAML: Final = static_files.read(data_files.CONTRACT)

_JSON_3_2: Final = static_files.packed(orjson.dumps(openapi.in_3_2()))


@routes.get("/openapi.json")
@web_file(price=2)
def get_contract() -> Response:
    """Return the contract as JSON."""
    return static_files.file_response("openapi.json", _JSON, static_files.AN_HOUR)


@routes.get("/openapi.yaml")
@web_file(price=2)
def get_contract_as_yaml() -> Response:
    """Return the contract as YAML."""
    return static_files.file_response("openapi.yaml", _YAML, static_files.AN_HOUR)


@routes.get("/openapi-3.2.json")
@web_file()
def get_newer_contract() -> Response:
    """Return the contract in OpenAPI 3.2, which describes the items of streams."""
    return static_files.file_response("openapi-3.2.json", _JSON_3_2, static_files.AN_HOUR)
