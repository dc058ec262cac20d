"""An MCP server by which a language model plays and reviews games, as a client of the HTTP API."""
