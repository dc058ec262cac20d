"""Request parsing and response rendering."""
