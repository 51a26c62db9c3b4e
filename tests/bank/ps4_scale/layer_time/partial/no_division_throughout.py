"""Forgets the division, in both depths: charged once.

base: accepted/as_asked.py
replace: return 5 + math.ceil(math.log2(J))
with: return 4 + math.ceil(math.log2(J))
replace: return J + U + 3 + 2 * (T - 1).bit_length()
with: return J + U + 2 + 2 * (T - 1).bit_length()
points: 2.5
finding: one-step-missing
"""
