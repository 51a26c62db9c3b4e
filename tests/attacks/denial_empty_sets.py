"""Answers each call with half a million empty sets: five bytes each, and 224 in memory.

Must happen: the limits hold for all replies to one question together.
"""

ANSWER = """
held = None


def area(n):
    global held
    if n == 3:
        return 1
    held = held or [set() for _ in range(2**19 - 8)]
    return held
"""
