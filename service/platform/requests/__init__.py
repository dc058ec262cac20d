"""The pipeline around all routes, from authentication to the access log."""
