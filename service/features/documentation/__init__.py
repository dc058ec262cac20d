"""The documentation for readers and for programs: guides, reference, contract, clients and changes."""
