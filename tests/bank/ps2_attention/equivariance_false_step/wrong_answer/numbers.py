"""A pair instead of a dict.

points: 0
finding: choice-is-no-dict
"""

equivariance_false_step = (5, "c")
