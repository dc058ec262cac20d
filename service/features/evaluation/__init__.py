"""`hanabi evaluate`: a client of the API that plays the decks of a contest with a program."""
