"""Takes the printed number for that of one head.

base: accepted/as_asked.py
replace: 3 * d * d // n_heads
with: 3 * (d // n_heads) ** 2
points: 1.75
finding: printed-for-all-heads
"""
