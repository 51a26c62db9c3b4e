"""A slip: keys are there, values are not.

points: 2.25
finding: keys-or-values-missing
base: accepted/line_by_line.py
replace: 2 * keys
with: keys
"""
