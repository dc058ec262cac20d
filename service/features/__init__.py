"""What the core works without, a folder each."""
