"""The shuffle, the hash chain, records and their verification."""
