"""Forgets the output map.

points: 2.25
finding: output-map-missing
base: accepted/line_by_line.py
replace:  + 2 * keys + output)
with:  + 2 * keys)
"""
