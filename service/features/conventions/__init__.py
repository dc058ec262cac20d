"""What turns mean by conventions."""
