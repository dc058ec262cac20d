"""What this service is for: people, tables and replays."""
