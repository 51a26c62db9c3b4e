"""The same three indices everywhere.

points: 0.5
finding: alpha: comments
"""

names = "projections, alpha, softmax over, key in alpha, out, sum over, value in out, h_out"
equations = dict.fromkeys(names.split(", "), {"k", "x", "y"})
