"""The application server: gunicorn's settings and the worker that serves HTTP."""
