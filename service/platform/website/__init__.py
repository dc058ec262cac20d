"""The machinery of pages: bundles, templates, compressed files and the contract as a file."""
