"""Charges an output projection, which costs what the values do.

base: accepted/closed_formula.py
replace: return
with: return 2 * seq_len * d_out * d_in +
points: 3
finding: one-of(output-projection-to-x or counted-twice(the values))
finding: output-projection-to-x
"""
