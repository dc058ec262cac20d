"""Routes of the site: pages, documentation, contract, health and metrics."""
