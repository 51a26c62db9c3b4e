"""FLOPs per second.

base: accepted/closed_formulas.py
replace: * per_token / peak_flops
with: * per_token
points: 2.25
finding: size-too-many(peak_flops)
"""
