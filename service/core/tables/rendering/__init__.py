"""The schemas and the JSON of tables."""
