"""Scores only for each head of keys.

base: accepted/step_by_step.py
replace: scores = 2 * n * model["n_layers"] * model["n_heads"]
with: scores = 2 * n * model["n_layers"] * model["n_kv_heads"]
points: 4
finding: kv-heads-in-scores
"""
