"""GPT-2 of one layer.

points: 3.25
finding: one-layer
base: accepted/closed_forms.py
replace: n_layers * (attention
with: (attention
"""
