"""Words of variants by language: suits, colors of clues, and rules."""
