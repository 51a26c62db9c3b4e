"""Names every option.

finding: chose-everything
"""

everything = {"insensitive", "very sensitive", "undefined", "vanish", "explode", "unchanged"}
conclusion = {"output": everything, "gradients": everything}
