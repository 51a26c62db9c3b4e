"""The counts are not answered.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: raise NotImplementedError
replace: return (n + 1) * append_flops(n, d)
with: raise NotImplementedError
points: 4
finding: not-answered
"""
