"""Parsing of requests and rendering of responses."""
