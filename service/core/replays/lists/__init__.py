"""Lists of games and replays: filters, rows and pages."""
