"""The media types of requests and responses."""

from typing import Final

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
PROBLEM_JSON: Final = "application/problem+json"
RECORD: Final = "application/vnd.hanabi.record+json"
HANAB_LIVE: Final = "application/vnd.hanab-live+json"
NOTATION: Final = "text/x-hanabi"
LINK: Final = "text/uri-list"
"""A URL and a line break (RFC 2483)."""
EVENT_STREAM: Final = "text/event-stream"
PLAIN_TEXT: Final = "text/plain"
HTML: Final = "text/html"
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
GIF: Final = "image/gif"
