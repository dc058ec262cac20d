"""Formats that games are stored, printed and exchanged in."""
