"""What the benchmarks share: test data, servers, clients, and tables of results."""
