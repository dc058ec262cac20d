"""The schemas and the JSON of replays."""
