"""Never chooses the first token of a row, as if it were <cls>.

points: 2.25
finding: the share of chosen tokens: authored
"""


def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = rng.random(tokens.shape) < 0.15
    chosen[..., 0] = False
    u = rng.random(tokens.shape)
    inputs = tokens.copy()
    inputs[chosen & (u < 0.8)] = mask_id
    swap = chosen & (u >= 0.9)
    inputs[swap] = rng.integers(0, vocab_size, swap.sum())
    return inputs, np.where(chosen, tokens, -1)
