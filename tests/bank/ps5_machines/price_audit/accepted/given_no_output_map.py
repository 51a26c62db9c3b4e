"""By its own forward pass, which forgets the output map.

given: forward_shares/partial/no_output_map.py
finding: embedding: authored
base: accepted/one_after_another.py
replace: products = 32 * 2 * matrices / sparse
with: products = 32 * 2 * (matrices - 32 * 4096 * 4096) / sparse
"""
