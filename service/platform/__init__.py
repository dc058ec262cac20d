"""What any service on Flask and Postgres needs. Nothing here knows Hanabi."""
