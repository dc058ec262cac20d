"""All texts, one module a language."""
