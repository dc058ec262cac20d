"""The conventions of the H-group: what each turn meant, and what is common knowledge then.

`positions` reads positions and answers questions about them. The rules of a level are in `level_1` to `level_5`.
"""
