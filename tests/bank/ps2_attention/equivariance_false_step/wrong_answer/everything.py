"""Names every option.

finding: chose-everything
"""

equivariance_false_step = {key: {*(f"line {n}" for n in range(1, 7)), *"abcde"} for key in ("line", "assumption")}
