"""Flask routes, grouped by subject, with one module per resource."""
