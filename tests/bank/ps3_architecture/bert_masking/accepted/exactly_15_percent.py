"""Exactly 15 % of all, of which exactly 80, 10 and 10 %."""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    flat = tokens.ravel()
    order = rng.permutation(flat.size)[: round(0.15 * flat.size)]
    masked, random = np.split(order, [round(0.8 * order.size), round(0.9 * order.size)])[:2]
    inputs, targets = flat.copy(), np.full(flat.shape, -1)
    targets[order] = flat[order]
    inputs[masked] = mask_id
    inputs[random] = rng.choice(vocab_size, size=random.size)
    return inputs.reshape(tokens.shape), targets.reshape(tokens.shape)
