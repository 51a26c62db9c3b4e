"""Bars as on paper.

base: accepted/through_z.py
replace: "abs(gamma) * norm(z)"
with: "|gamma| * norm(z)"
finding: 3: line-left-out
"""
