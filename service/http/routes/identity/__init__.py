"""Routes of accounts and of the caller's own account."""
