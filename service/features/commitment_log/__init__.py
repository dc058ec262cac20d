"""The public log of commitments, a Merkle tree to which entries are only added (decision 0054)."""
