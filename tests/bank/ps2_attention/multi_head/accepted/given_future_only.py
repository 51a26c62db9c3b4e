"""Right, but for the causal mask of its own attention, which hides the past.

given: masked_attention/partial/future_only.py
finding: causal, 2 heads of 4: authored
base: accepted/given_mask_inverted_with_minus_1e9.py
replace: np.where(hidden, -1e9, scores)
with: np.where(hidden, -np.inf, scores)
replace: ~key_padding_mask[:, None, :]
with: key_padding_mask[:, None, :]
replace: np.triu(np.ones((tl, sl), dtype=bool), 1)
with: np.tril(np.ones((tl, sl), dtype=bool))
"""
