"""Tiled attention keeps nothing.

points: 4
finding: logs-forgotten
base: accepted/lines.py
replace: kept["attention_weights"] = n_heads * n
with: kept["attention_weights"] = 0
"""
