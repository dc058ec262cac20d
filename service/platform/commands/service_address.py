"""The argument of commands that send requests to a service."""

import argparse
import os
from typing import Final

_ADDRESS: Final = "http://127.0.0.1:8000"


def add_url(parser: argparse.ArgumentParser) -> None:
    """Add `--url`, the address of the service."""
    parser.add_argument(
        "--url",
        default=os.environ.get("HANABI_URL", _ADDRESS),
        help=f"the address of the service; default: HANABI_URL, or {_ADDRESS}",
    )
