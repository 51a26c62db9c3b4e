"""Two facts wrong, one missing.

base: accepted/outer_product.py
replace: "faster": "false"
with: "faster": "true"
replace: "keys_only": "false",
with: 
replace: "values": "false"
with: "values": "true"
points: 3.5
finding: faster: chose
"""
