"""The endpoints of OAuth, and the routes of apps."""
