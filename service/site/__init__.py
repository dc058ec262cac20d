"""The website, the documentation, and what operators watch."""
