"""A maximum for the matrices and one for attention, added up.

base: accepted/helpers.py
replace: work = 2 * batch * met + pairs
with: work = 2 * batch * met, pairs
replace: read = met * weight_bits / 8 + batch
with: read = met * weight_bits / 8, batch
replace: return max(work /
with: return sum(max(a /
replace: read / machine["bandwidth"])
with: b / machine["bandwidth"]) for a, b in zip(work, read))
points: 4.5
finding: two-maxima
"""
