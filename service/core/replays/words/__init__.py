"""The words of replays in all languages."""
