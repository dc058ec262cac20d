"""The routes of webhooks and push messages."""
