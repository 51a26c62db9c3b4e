def by_definition(V, G_K, G_Q):
    output = np.zeros(V.shape)
    for t in range(V.shape[1]):
        products = [G_K[:, m] @ G_Q[:, t] for m in range(t + 1)]
        for m in range(t + 1):
            output[:, t] += products[m] / sum(products) * V[:, m]
    return output


def by_weights(weigh):
    """The quadratic form with weights weigh(products, m, t), for all outputs or some columns t."""

    def attention(V, G_K, G_Q, columns=slice(None)):
        m, t = np.arange(V.shape[1])[:, None], np.arange(V.shape[1])[columns]
        return V @ weigh(G_K.T @ G_Q[:, t], m, t)

    return attention


def masked(numerator, normaliser):
    """The quadratic form with masks sees(m, t) of its own for numerator and normaliser."""
    return by_weights(
        lambda products, m, t: (
            products * numerator(m, t) / (products * normaliser(m, t)).sum(axis=0)
        )
    )


def up_to(m, t):
    return m <= t


causal = masked(up_to, up_to)


def all_outputs(V, G_K, G_Q, length=64):
    """The outputs in linear time: the state of the tokens before a chunk, and pairs within it."""
    output = np.empty(V.shape)
    values = np.vstack([V, np.ones(V.shape[1])])  # the ones give the normaliser
    state = np.zeros((len(values), len(G_K)))
    sees = np.triu(np.ones((length, length)))  # [key, query]
    for start in range(0, V.shape[1], length):
        chunk = slice(start, start + length)
        v, keys, queries = values[:, chunk], G_K[:, chunk], G_Q[:, chunk]
        pairs = sees[: v.shape[1], : v.shape[1]] * (keys.T @ queries)
        sums = state @ queries + v @ pairs
        output[:, chunk] = sums[:-1] / sums[-1]
        state += v @ keys.T
    return output


def future_is_invisible(attend, rng, d_v, r, n):
    V, G_K, G_Q = inputs(rng, n, d_v, r)
    before = attend(V, G_K, G_Q)
    for t in range(n - 1):
        values, features = V.copy(), G_K.copy()
        values[:, t + 1 :], features[:, t + 1 :] = -50.0, 3.0
        words = f"token {t} changed with the tokens after it"
        if reason := checks.unequal(attend(values, features, G_Q)[:, t], before[:, t], words):
            return reason
    V[:, 0] += 1.0
    changed = ~np.isclose(attend(V, G_K, G_Q), before).all(axis=0)
    return (
        "" if changed.all() else "some token doesn't change with the first value: it can't see it"
    )
