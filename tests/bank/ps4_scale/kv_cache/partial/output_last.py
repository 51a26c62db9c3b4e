"""Keys, values, output.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new, V_new
with: return K_new, V_new, (a[:, None] * V_new).sum(axis=0)
points: 2
finding: output-last
"""
