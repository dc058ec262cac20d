"""Routes: the contract and the service's health."""

from functools import cache
from pathlib import Path

import orjson
import psycopg
import yaml
from flask import Blueprint, Response

from service import health
from service.api.answers import JSON, as_json
from service.api.problems import Problem

__all__ = ["routes"]

routes = Blueprint("documents", __name__)

_CONTRACT = Path(__file__).resolve().parents[2] / "openapi.yaml"


@cache
def _contract() -> bytes:
    return orjson.dumps(yaml.safe_load(_CONTRACT.read_text(encoding="utf-8")))


@routes.get("/openapi.json")
def get_contract() -> Response:
    """Answer with the contract."""
    return Response(_contract(), content_type=JSON)


@routes.get("/livez")
def get_liveness() -> Response:
    """Answer as long as the process serves."""
    return as_json({"status": "ok"})


@routes.get("/readyz")
def get_readiness() -> Response:
    """Answer once the database answers and has the newest migration."""
    try:
        ready = health.migrated()
    except psycopg.Error:
        ready = False
    if not ready:
        raise Problem("service-unavailable", headers={"Retry-After": "2"})
    return as_json({"status": "ok"})
