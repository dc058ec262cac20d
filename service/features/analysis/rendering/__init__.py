"""The schemas and the JSON of analyses."""
