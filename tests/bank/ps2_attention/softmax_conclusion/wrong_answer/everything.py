"""Names every option.

finding: it names every option in every entry
"""

everything = {"insensitive", "very sensitive", "undefined", "vanish", "explode", "unchanged"}
conclusion = {"output": everything, "gradients": everything}
