"""The left sides, and no ranges.

points: 1
finding: softmax over: entry-missing
"""

equations = {name: ["k", "x", "y"] for name in ("projections", "out")}
equations["alpha"] = ["k", "x1", "y1", "x2", "y2"]
equations["h_out"] = ["x", "y"]
