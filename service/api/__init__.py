"""The HTTP surface: one file of routes a resource, and what they share."""
