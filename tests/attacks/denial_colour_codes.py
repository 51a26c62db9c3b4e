"""Prints colour codes of half a million numbers, and two hundred thousand short ones.

Must happen: what can't be a colour is dropped; text with too many colours has none.
"""

CELLS = [
    'print("\\x1b[" + "1;" * 500_000 + "m")',
    'print("\\x1b[31mx" * 150_000)',
    'raise ValueError("\\x1b[" + "38;5;" * 200_000 + "m")',
]
