"""Parts of sequences.

points: 4.5
finding: not-whole
base: accepted/lines.py
replace: return left // each
with: return left / each
"""
