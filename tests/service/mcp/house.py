"""What the tests of the house need of mcp (`tests/service/house/rooms.py`)."""

from typing import Final

ACCESS: Final = {"createMcpAnswer": {"nobody": "T", "bad": "I", "suspended": "U"}}
"""The route reads the token itself, since its refusals tell an app where it gets one."""
