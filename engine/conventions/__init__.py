"""The conventions of the H-group: what each turn meant, and what is common knowledge then.

`positions` reads positions and answers questions about them. `levels` lists the rules of each level.
"""
