"""The rules of Hanabi as values and functions: no clock, no dice, no input and no output."""
