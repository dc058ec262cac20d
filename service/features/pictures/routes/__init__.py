"""Routes of pictures, and of what links to them show."""
