"""Only keys and values are kept.

points: 4.75
finding: queries-forgotten
base: accepted/lines.py
replace: queries + keys + values
with: keys + values
"""
