"""Components of the contract: what bodies contain, by subject."""
