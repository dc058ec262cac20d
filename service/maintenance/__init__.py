"""Maintenance commands: periodic jobs, and bulk export and import."""
