"""Tests of the packages of the clients that the service has."""

import io
import re
import subprocess
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from service.platform.website import openapi
from tests.rows import in_one_test
from tests.service.client import Api

ROOT = Path(__file__).resolve().parents[3]


@in_one_test("name", ["hanabi_client-9.9.9-py3-none-any.whl", ".python", "..%2FMakefile", ".."])
def test_other_files_are_not_served(api: Api, name: str) -> None:
    """A name of a package that was not built is unknown, like any other file."""
    assert api.get(f"/clients/{name}").status == 404


def test_what_is_named_is_there(api: Api) -> None:
    """The contract, in each of its forms, and its guide name a package only if it was built."""
    named = {"/docs/clients.md": api.get("/docs/clients.md", headers={"Accept": "*/*"}).raw.decode()}
    for form in ("openapi.json", "openapi.yaml", "openapi-3.2.json"):
        for query in ("", "part=play"):
            named[form + query] = api.get(f"/{form}", query=query, headers={"Accept": "*/*"}).raw.decode()
    for name, text in named.items():
        for path in re.findall(r"/clients/[\w.-]+\.(?:whl|tgz)", text):
            assert api.get(path, headers={"Accept": "*/*"}).status == 200, (name, path)


@pytest.mark.slow
def test_the_client_for_python_is_served(api: Api) -> None:
    """Its address is in the contract. The package contains what `pip install` needs."""
    subprocess.run(["make", "-o", ".venv/.runs", "dist/clients/.python"], cwd=ROOT, capture_output=True, check=True)
    info = openapi.document()["info"]
    answer = api.get(info["x-clients"]["python"], headers={"Accept": "*/*"})
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.raw)) as wheel:
        (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        assert message_from_bytes(wheel.read(metadata))["Version"] == info["version"]
        assert {"hanabi_client/py.typed", "hanabi_client/types.py", "hanabi_client/_sync/operations.py"} <= set(
            wheel.namelist()
        )
