"""A pair instead of a dict.

finding: choice-is-no-dict
"""

equivariance_false_step = (5, "c")
