"""Routes of pages, the contract, health and metrics."""
