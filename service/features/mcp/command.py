"""The command `hanabi mcp`, and its arguments."""

import argparse
import os
import sys
from importlib.util import find_spec

from service.platform.commands.service_address import add_url


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `hanabi mcp` to its parser."""
    add_url(parser)
    parser.add_argument(
        "--token",
        default=os.environ.get("HANABI_TOKEN") or None,
        help="the token of an account; default: HANABI_TOKEN, or a new account for each session",
    )
    parser.set_defaults(command="mcp")


def serve(url: str, token: str | None) -> int:
    """Serve the tools over standard input and output. Return the exit status."""
    if find_spec("mcp") is None:
        print("hanabi: install hanabi-server[mcp] first (docs/mcp.md)", file=sys.stderr)
        return 1
    from service.features.mcp import server

    server.run(url, token)
    return 0
