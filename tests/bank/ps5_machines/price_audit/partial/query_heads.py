"""Caches of keys and values for 32 heads.

base: accepted/one_after_another.py
replace: caches = 32 * 8192
with: caches = 4 * 32 * 8192
points: 3.5
finding: query-heads-cached
finding: corrected: authored
"""
