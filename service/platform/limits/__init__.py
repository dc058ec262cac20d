"""The limits of requests: rates, slots and pauses."""
