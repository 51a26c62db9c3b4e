"""The output alone.

base: accepted/einsum.py
replace: -1), alpha
with: -1)
finding: expected (h_out, alpha)
"""
