"""Two maps in the feed-forward block: no gate.

points: 3.75
finding: two-maps-not-three
base: accepted/closed_forms.py
replace: "gate": n_layers * ff
with: "gate": 0
"""
