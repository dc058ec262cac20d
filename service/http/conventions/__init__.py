"""What turns of finished games and lines meant by conventions."""
