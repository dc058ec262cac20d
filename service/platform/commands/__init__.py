"""What the commands of all rooms share: addresses, signals and failures."""
