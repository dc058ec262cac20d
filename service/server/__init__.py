"""The application server: gunicorn worker, listener and request bodies."""
