"""No return.

finding: targets are the chosen tokens, and the others stay: nothing-returned
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    tokens[np.random.default_rng(seed).random(tokens.shape) < 0.15] = mask_id
