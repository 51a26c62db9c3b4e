"""Forgets the transpose on the way to the keys.

base: accepted/matrix_form.py
replace: dK = dS.T @ Q
with: dK = dS @ Q
points: 8
finding: dk-by-ds
"""
