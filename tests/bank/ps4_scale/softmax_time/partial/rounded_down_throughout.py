"""Rounds down, in both depths: charged once.

base: accepted/as_asked.py
replace: return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
with: return 2 + math.floor(math.log2(U)) + math.floor(math.log2(T))
replace: return U + 1 + (T - 1).bit_length()
with: return U + 1 + math.floor(math.log2(T))
points: 2.5
finding: floor-log2
"""
