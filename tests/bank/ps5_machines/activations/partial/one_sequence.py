"""One sequence.

points: 4
finding: size-missing(batch)
base: accepted/lines.py
replace: 2 * batch
with: 2
"""
