"""No embedding of positions.

points: 3.75
finding: positions-forgotten
base: accepted/closed_forms.py
replace: (vocab_size + n_positions) * d_model
with: vocab_size * d_model
"""
