"""Key heads in the scores, and one cache: each costs once.

base: accepted/one_after_another.py
replace: pairs = 32 * 32 * 32 *
with: pairs = 32 * 32 * 8 *
replace: caches = 32 * 8192
with: caches = 8192
points: 3
finding: kv-heads-in-scores
finding: cache-of-one-sequence
"""
