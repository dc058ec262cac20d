"""The OAuth server: apps of others get tokens with the consent of the person for whom they act."""
