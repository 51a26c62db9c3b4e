"""One cache; what is left by that amount.

base: accepted/one_after_another.py
replace: caches = 32 * 8192
with: caches = 8192
points: 3.5
finding: cache-of-one-sequence
finding: cache-of-one-layer
finding: corrected: authored
"""
