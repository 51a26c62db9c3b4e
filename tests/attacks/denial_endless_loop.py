"""Loops for ever while the answer is defined.

Must happen: the cell is interrupted at its time limit; the next question is examined.
"""

ANSWER = "while True:\n    pass"
