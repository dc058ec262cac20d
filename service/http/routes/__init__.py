"""Routes, grouped by subject, one module a resource."""
