"""In evaluation as in training.

base: accepted/as_asked.py
replace: "batch norm, evaluation": {"i"}
with: "batch norm, evaluation": {"i", "ii"}
points: 1.5
finding: batch norm, evaluation: comments
"""
