"""Standardises only.

base: accepted/in_one_expression.py
replace: return gamma * (x - mu) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
with: return (x - mu) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
points: 1.5
finding: gamma-and-beta-missing
"""
