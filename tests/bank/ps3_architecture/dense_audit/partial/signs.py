"""What the page counts too many, in place of what is missing.

base: accepted/as_asked.py
replace: 3 * d * d - 3 * d * d // n_heads
with: 3 * d * d // n_heads - 3 * d * d
replace: 3 * d - 3
with: 3 - 3 * d
replace: n * (d - n)
with: n * (n - d)
points: 1.5
finding: signs-reversed
"""
