"""What is measured of the engine and the service, and how: `python -m benchmarks [name] [options]`."""
