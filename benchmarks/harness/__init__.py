"""Shared parts of the benchmarks: test data, servers, clients, and tables of results."""
