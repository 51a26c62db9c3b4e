"""Names every option of the entry.

finding: output: chose-several
"""

conclusion = {
    "output": {"insensitive", "very sensitive", "undefined"},
    "gradients": {"vanish", "explode", "unchanged"},
}
