"""FLOPs without the head.

points: 3.75
finding: head-forgotten
base: accepted/closed_forms.py
replace: (maps + used + scores) + 2 * vocab_size * d_model
with: (maps + used + scores)
"""
