"""One sequence.

points: 4
finding: one-sequence
base: accepted/lines.py
replace: 2 * batch
with: 2
"""
