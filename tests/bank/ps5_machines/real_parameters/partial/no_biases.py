"""GPT-2 without biases.

points: 3.5
finding: biases-forgotten
base: accepted/closed_forms.py
replace: 4 * d_model**2 + 4 * d_model
with: 4 * d_model**2
replace: d_ff + d_ff + d_model
with: d_ff
"""
