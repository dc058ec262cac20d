"""The rules of Hanabi as pure functions, without randomness, clock or I/O."""
