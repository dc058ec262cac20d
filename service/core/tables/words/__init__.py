"""The words of tables in all languages."""
