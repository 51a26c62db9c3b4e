"""Heads together as wide as the model.

base: accepted/step_by_step.py
replace: model["n_heads"] * model["d_head"]
with: model["d_model"]
points: 4
finding: width-is-d-model
"""
