"""The rules of Hanabi as values and functions, without clock, dice, input or output."""
