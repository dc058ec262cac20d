"""The schemas and the JSON of contests."""
