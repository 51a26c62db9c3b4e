"""Takes the weighted sums for one multiplication per entry.

base: partial/no_weighted_sum.py
replace: return
with: return seq_len * d_out +
points: 2
finding: weighted-sums-without-length
"""
