"""Periodic jobs and bulk transfer of games."""
