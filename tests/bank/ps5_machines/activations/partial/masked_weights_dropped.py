"""Keeps no weights that are masked.

points: 4.75
finding: attention_weights: causal-pairs
base: accepted/lines.py
replace: n_heads * n * n
with: n_heads * n * (n + 1) // 2
"""
