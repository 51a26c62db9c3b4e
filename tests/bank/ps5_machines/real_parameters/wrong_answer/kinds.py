"""Returns a number for the ledger, and text for the number.

finding: not-expected
finding: no-number
base: accepted/closed_forms.py
replace: return {
with: return 1 or {
replace: return (vocab_size
with: return "" and (vocab_size
"""
