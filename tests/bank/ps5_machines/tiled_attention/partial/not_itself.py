"""No token sees itself.

base: accepted/columns_kept.py
replace: None, :] > np
with: None, :] >= np
points: 2
finding: strictly-causal
"""
