"""Benchmarks of the engine: the time of its functions, and the scores of the bots."""
