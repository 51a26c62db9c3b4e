"""Takes m, l and o one by one.

finding: it raised TypeError
"""

def merge(m, l, o):
    return m, l, o
