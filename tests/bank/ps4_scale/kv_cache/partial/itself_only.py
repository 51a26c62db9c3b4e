"""Attends to itself only.

base: accepted/concatenate.py
replace: a = a / np.sum(a)
with: a = np.eye(len(s))[-1]
points: 4
finding: itself-only
"""
