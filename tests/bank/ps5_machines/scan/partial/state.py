"""Returns the state.

base: accepted/one_line.py
replace: first[0] * second[0], second
with: second
points: 1.5
finding: not-expected((a, b))
"""
