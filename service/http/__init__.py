"""The routes of the API: a module or a package for each resource."""
