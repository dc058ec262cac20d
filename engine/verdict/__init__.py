"""Verdicts: what each choice of a turn was worth, given what its seat knew."""
