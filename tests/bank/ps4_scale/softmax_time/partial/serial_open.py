"""The serial variant is open.

base: accepted/as_asked.py
replace: return U + 1 + (T - 1).bit_length()
with: raise NotImplementedError
points: 2.5
finding: not-answered
"""
