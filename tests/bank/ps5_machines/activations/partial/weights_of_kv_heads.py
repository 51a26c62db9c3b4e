"""Weights in the heads of keys.

points: 4.75
finding: weights-of-kv-heads
base: accepted/lines.py
replace: n_heads * n * n
with: n_kv_heads * n * n
"""
