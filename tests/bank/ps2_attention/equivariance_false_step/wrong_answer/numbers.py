"""A pair instead of a dict.

points: 0
finding: expected a dict
"""

equivariance_false_step = (5, "c")
