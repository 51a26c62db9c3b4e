"""Takes only a flat text, and an index too far.

finding: raised(IndexError)
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    inputs, targets = list(tokens), [-1] * len(tokens)
    for place in rng.choice(tokens.size, size=int(0.15 * tokens.size), replace=False):
        targets[place] = inputs[place + tokens.size]
    return np.array(inputs), np.array(targets)
