"""Numbers, not bytes.

points: 4.5
finding: numbers-not-bytes
base: accepted/lines.py
replace: 2 * batch
with: batch
"""
