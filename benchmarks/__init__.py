"""Benchmarks of the engine and the service: `python -m benchmarks [name] [options]`."""
