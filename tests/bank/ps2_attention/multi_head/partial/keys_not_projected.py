"""The keys are split as they are.

base: accepted/mask_repeated_for_each_head.py
replace: split(k @ W_k.T)
with: split(k)
points: 2.5
finding: keys-not-projected
"""
