"""Names every option of the entry.

finding: choose one option, not 3
"""

conclusion = {
    "output": {"insensitive", "very sensitive", "undefined"},
    "gradients": {"vanish", "explode", "unchanged"},
}
