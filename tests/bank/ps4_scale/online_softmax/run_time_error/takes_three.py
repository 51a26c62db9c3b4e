"""Takes m, l and o one by one.

finding: raised(TypeError)
"""

def merge(m, l, o):
    return m, l, o
