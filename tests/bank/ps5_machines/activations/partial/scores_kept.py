"""Scores are kept beside the weights.

points: 4.75
finding: scores-kept-too
base: accepted/lines.py
replace: "attention_weights": n_heads
with: "attention_weights": 2 * n_heads
"""
