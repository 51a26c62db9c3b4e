"""Goes on from dV to X.

base: accepted/three_parts.py
replace: + 2 * L * o * i
with: + 4 * L * o * i
points: 0.75
finding: one-of(gradient-of-x-through-v or counted-twice(dWv))
finding: gradient-of-x-through-v
"""
