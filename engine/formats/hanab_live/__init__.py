"""Games in hanab.live's JSON format, read and written."""
