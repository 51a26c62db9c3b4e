"""Every layer is a scan.

base: accepted/by_doubling.py
replace: "tanh": "step by step"
with: "tanh": "scan"
replace: "own_gate": "step by step"
with: "own_gate": "scan"
points: 2
finding: chose-the-same
"""
