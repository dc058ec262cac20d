"""Route of the packages of the clients, which pip and npm install by address."""

from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from service.core.tables.lookup import NotFound
from service.platform import data_files
from service.platform.website import compressed_files
from service.platform.wire.operation import web_file

routes = Blueprint("client_packages", __name__)

_SUFFIXES: Final = (".whl", ".tgz")


@routes.get("/clients/<name>")
@web_file(price=5)
def get_client_package(name: str) -> Response:
    """Return a package of a client, if it was built."""
    files = available()
    if name not in files:
        raise NotFound
    return compressed_files.file_response(name, compressed_files.read(files[name]))


def available() -> dict[str, Path]:
    """Return the files of the packages that were built, by name."""
    folder = data_files.CLIENT_PACKAGES
    return {file.name: file for file in folder.iterdir() if file.suffix in _SUFFIXES} if folder.is_dir() else {}
