"""The look-up is charged as a product.

points: 3.75
finding: lookup-charged
base: accepted/closed_forms.py
replace: (maps + used + scores) + 2 *
with: (maps + used + scores) + 4 *
"""
