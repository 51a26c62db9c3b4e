"""Multiplied by √d_attn; the scores are divided by it.

base: accepted/matrix_form.py
replace: dS / np.sqrt
with: dS * np.sqrt
points: 6
finding: scale-multiplied
"""
