"""Every index everywhere.

finding: chose-everything
"""

names = "projections, alpha, softmax over, key in alpha, out, sum over, value in out, h_out"
indices = {"k", "t", "t1", "t2", "t'", "x", "y", "x1", "y1", "x2", "y2", "x'", "y'"}
equations = dict.fromkeys(names.split(", "), indices)
