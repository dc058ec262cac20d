"""The routes of editions, rulings and variants."""
