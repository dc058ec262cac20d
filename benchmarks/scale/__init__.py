"""Benchmarks with many games, many requests or a long run."""
