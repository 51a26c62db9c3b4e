"""Right, but for its own attention, which shows the masked keys only.

given: masked_attention/partial/hides_what_is_visible.py
finding: causal, 2 heads of 4: authored
base: accepted/given_mask_inverted_with_minus_1e9.py
replace: np.where(hidden, -1e9, scores)
with: np.where(hidden, scores, -np.inf)
replace: ~key_padding_mask[:, None, :]
with: key_padding_mask[:, None, :]
"""
