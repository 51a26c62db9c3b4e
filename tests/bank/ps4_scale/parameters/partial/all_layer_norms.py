"""Layer norms are counted, also the last one; here only matrices are.

base: accepted/closed_formula.py
replace: (4 * d_model**2 + 2 * d_model * d_ff)
with: (4 * d_model**2 + 2 * d_model * d_ff + 4 * d_model) + 2 * d_model
points: 2.25
finding: all-layer-norms
"""
