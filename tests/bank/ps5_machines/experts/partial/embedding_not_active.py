"""The embedding is not active.

points: 3.75
finding: embedding-not-active
base: accepted/closed_forms.py
replace: (heads + chosen + scored + scales) + d_model + 2 *
with: (heads + chosen + scored + scales) + d_model +
"""
