"""GPT-2 without biases in attention.

points: 3.75
finding: attention-biases-forgotten
base: accepted/closed_forms.py
replace: 4 * d_model**2 + 4 * d_model
with: 4 * d_model**2
"""
