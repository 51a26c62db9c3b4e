import numpy as np

from .loops import OF_BOTH, agrees_with, inputs, plain_loop

ERRORS = f"""{OF_BOTH}
state-read-before-written: the state is read before the token is written into it: a token should see
    itself
    :: state @ -> (state - V[:, t, None] * G_K[None, :, t]) @
    && features @ -> (features - G_K[:, t]) @
values-read-before-written: the values are read before the token is written into the state
    :: state @ -> (state - V[:, t, None] * G_K[None, :, t]) @
normaliser-last-key: the normaliser is not accumulated: it holds the last key only
    :: features += -> features =
state-last-token: the state is not accumulated: it holds the last token only :: state += -> state =
normaliser-of-block: the normaliser begins anew in each block; it is carried over as the state is
    :: size = [2 ~ 4 ~ 8 ~ 10 ~ 16 ~ 32 ~ 50 ~ 64 ~ 100 ~ 128 ~ 256]
    && features += -> features = features * (t % size > 0) +
normaliser-over-queries: the normaliser sums over the queries; it sums over the keys
    :: V = V / ([G_Q.sum(axis=1, keepdims=True) ~ G_Q[:, ::-1].cumsum(axis=1)[:, ::-1]] * G_K).sum(
    axis=0) && / (features @ G_Q[:, t]) ->
normaliser-sees-future: the normaliser sums over all tokens, also those of the future
    :: np.zeros(r) -> G_K.sum(axis=1) && features += G_K[:, t] ->
numerator-sees-future: the numerator sums over all tokens, also those of the future
    :: np.zeros((d_v, r)) -> V @ G_K.T && state += V[:, t, None] * G_K[None, :, t] ->
past-and-future-exchanged: the past and the future have changed places
    :: range(n_tokens) -> reversed(range(n_tokens))
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: (features @ G_Q[:, t]) -> (features @ G_Q[:, t] + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8])
normaliser-missing: the normaliser is missing :: / (features @ G_Q[:, t]) ->
divided-by-tokens-seen: divided by the number of tokens seen, in place of the sum of their weights
    :: (features @ G_Q[:, t]) -> (t + 1)
axes-of-weights-exchanged: the weights G_Kᵀ G_Q are read as [query, key], and are [key, query]: a
    column is divided by its sum, and query t sees the rows up to t
    :: V = V / (G_Q.cumsum(axis=1) * G_K).sum(axis=0) && / (features @ G_Q[:, t]) ->
    && range(n_tokens) -> reversed(range(n_tokens))
earlier-tokens-fade: earlier tokens fade, by a factor at each token; all tokens up to t count alike
    :: fade = [0.5 ~ 0.8 ~ 0.9 ~ 0.95 ~ 0.99] && state += -> state = fade * state +
    && features += -> features = fade * features +
future-in-block: tokens see later ones of their block: inside of a block the future is hidden, too
    :: size = [2 ~ 4 ~ 8 ~ 10 ~ 16 ~ 32 ~ 50 ~ 64 ~ 100 ~ 128 ~ 256]
    && state += V[:, t, None] * G_K[None, :, t]
    -> state += (t % size == 0) * V[:, t : t + size] @ G_K[:, t : t + size].T
    && features += G_K[:, t] -> features += (t % size == 0) * G_K[:, t : t + size].sum(axis=1)
first-token-twice: the first token is in the state before the loop adds it
    :: np.zeros((d_v, r)) -> V[:, :1] * G_K[None, :, 0] && np.zeros(r) -> 1.0 * G_K[:, 0]
"""


def by_definition(V, G_K, G_Q):
    output = np.zeros(V.shape)
    for t in range(V.shape[1]):
        weights = G_K[:, : t + 1].T @ G_Q[:, t]
        output[:, t] = V[:, : t + 1] @ weights / sum(weights)
    return output


def all_outputs(V, G_K, G_Q, block=32):
    """The outputs in linear time and memory, block by block: what earlier blocks left in the
    state, and pairs of tokens in a block alone."""
    n = V.shape[1]
    values, keys, queries = (
        np.pad(array, ((0, 0), (0, -n % block))).reshape(len(array), -1, block).swapaxes(0, 1)
        for array in (np.vstack([V, np.ones(n)]), G_K, G_Q)  # the ones give the normaliser
    )
    keys = keys.swapaxes(1, 2)
    added = values @ keys
    states = np.cumsum(added, axis=0) - added
    sums = states @ queries + values @ np.triu(keys @ queries)
    sums = sums.swapaxes(0, 1).reshape(len(V) + 1, -1)[:, :n]
    return sums[:-1] / sums[-1]


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


values = checks.arrays(
    causal_linear_attention,
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, N = 5": checks.case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 4, R = 2, N = 7": checks.case(*inputs(rng, 7, d_v=4, r=2)),
        "D_v = 2, R = 3, N = 300": checks.case(*inputs(rng, 300, d_v=2, r=3), weight=2),
    },
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
    others={
        "every token sees all tokens, as in 5.1; here the future can't be seen": (
            lambda V, K, Q: V @ K.T @ Q / (K.sum(axis=1) @ Q)
        )
    },
    share=1 / 2,
)
seen = checks.properties(
    causal_linear_attention,
    properties={
        "the future can't be seen, the past can": checks.Property(
            future_is_invisible, sizes=[(1, 1, 2), (2, 3, 3), (3, 2, 5)]
        )
    },
    shape=lambda V, G_K, G_Q: V.shape,
    given=values,
    share=1 / 4,
)
limits = checks.resources(
    causal_linear_attention,
    arguments=inputs,
    shape=lambda V, G_K, G_Q: V.shape,
    agrees=agrees_with(all_outputs, values),
    large={"n": 4_500, "d_v": 48, "r": 48},
    lengths=(250, 300_000),
    plain_loop=plain_loop,
    quadratic="forms the N × N matrix",
    hoards="holds the N × N matrix, or the running states of many tokens",
    given=values,
    share=1 / 4,
)
values + seen + limits
