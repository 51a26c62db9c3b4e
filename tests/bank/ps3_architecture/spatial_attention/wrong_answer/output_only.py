"""The output alone.

base: accepted/einsum.py
replace: -1), alpha
with: -1)
finding: 4 × 3, 2 heads: h_out: not-expected
"""
