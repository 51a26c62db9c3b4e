"""Takes the heads together for as wide as the model in the output map alone.

points: 3.75
finding: width-is-d-model
base: accepted/closed_forms.py
replace: "output": n_layers * q
with: "output": n_layers * d_model**2
"""
