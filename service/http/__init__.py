"""The HTTP interface: routes, the pipeline around them, and the wire formats."""
