"""Chooses one token, which one by the seed, and changes nothing.

finding: targets are the chosen tokens, and the others stay: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    targets = np.full(tokens.shape, -1)
    at = seed % tokens.size
    targets.flat[at] = tokens.flat[at]
    return tokens.copy(), targets
