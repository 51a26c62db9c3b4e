"""The scores of 8,191 tokens.

base: accepted/one_after_another.py
replace: 4 * 8192
with: 4 * 8191
points: 3.5
finding: one-token-fewer
"""
