"""Scores for each head of keys; what follows is right.

base: accepted/one_after_another.py
replace: pairs = 32 * 32 * 32 *
with: pairs = 32 * 32 * 8 *
points: 3.5
finding: kv-heads-in-scores
finding: weights: authored
"""
