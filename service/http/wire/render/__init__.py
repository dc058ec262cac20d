"""Values of the service as the JSON that the contract promises."""
