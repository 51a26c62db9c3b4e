"""Takes the scores for the softmax's outputs.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = f["S"] * (dA - (f["S"] * dA).sum(axis=1, keepdims=True))
points: 6
finding: softmax-of-scores
"""
