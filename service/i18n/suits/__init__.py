"""Names of the suits and clue colors, one module for each language."""
