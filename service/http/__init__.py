"""The HTTP interface: routes, what every request has in common, and the wire formats."""
