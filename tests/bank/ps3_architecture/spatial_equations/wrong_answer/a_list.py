"""A list.

finding: choice-is-no-dict
"""

equations = [("k", "x", "y"), ("k", "x", "y"), ("x2", "y2")]
