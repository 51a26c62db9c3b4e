import numpy as np

TILES = "range(0, i + rows, block)"
ALL_TILES = f"{TILES} -> range(0, n, block)"
O_SUM, L_SUM = "c[:, None] * o + p @ V[j : j + block]", "c * total + p.sum(axis=1)"
OWN_MEANS = f"{O_SUM} -> o + p @ V[j : j + block] / p.sum(axis=1)[:, None]"
NOTHING_SEEN = "o / total[:, None] -> np.where(total[:, None] > 0, o / total[:, None], 0.0)"
GUARDED = (
    "np.exp(s - new -> np.exp(s - np.maximum(new, -1e300)"
    " && np.exp(m - new) -> np.exp(m - np.maximum(new, -1e300))"
)
ERRORS = f"""
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: o / total[:, None] -> o / (total[:, None] + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8])
o-not-rescaled: the sum of values stands at the old maximum: when m grows, o takes the factor, too
    :: c[:, None] * ->
l-not-rescaled: the sum l stands at the old maximum: when m grows, l takes the factor, too
    :: c * total -> total
not-rescaled: l and o stand at the old maximum: when m grows, both take the factor e^(old − new)
    :: c = np.ones(rows)
rescaled-by-new-block: the factor e^(old − new) belongs to what was there before, not to the new
    tile
    :: {O_SUM} -> o + c[:, None] * (p @ V[j : j + block]) && {L_SUM} -> total + c * p.sum(axis=1)
factor-upside-down: what was there before takes the factor e^(old − new), not e^(new − old)
    :: np.exp(m - new) -> np.where(np.isinf(m), 0.0, np.exp([new - m ~ np.minimum(new - m, 700)]))
not-normalised: the sum of values is not divided by the sum of the exponentials
    :: / total[:, None] ->
normalised-each-block: this is a mean of the tiles' own outputs: divide once, at the end
    :: {OWN_MEANS} && {L_SUM} -> total + 1 :: {OWN_MEANS} && / total[:, None] ->
    :: {OWN_MEANS} && {L_SUM} -> total + 1 && new = s.max(axis=1)
    :: {OWN_MEANS} && / total[:, None] -> && new = s.max(axis=1)
maximum-of-last-tile: m is the largest score so far, not that of the last tile
    :: new = s.max(axis=1)
no-maximum: the exponentials overflow, or are all 0 where the scores are far below 0: subtract the
    largest score so far :: new = np.zeros(rows)
maximum-from-zero: m begins at −∞: where it begins at 0, the exponentials of all scores far below 0
    are 0 :: np.full(rows, -np.inf) -> np.zeros(rows)
nan-in-masked-tile: a tile wholly in the future has −∞ − (−∞): skip it
    :: {ALL_TILES}
    && np.exp(s - new -> np.exp(s - s.max(axis=1)[:, None] + s.max(axis=1)[:, None] - new
not-causal: a token sees itself and those before it, no later one :: {ALL_TILES} && later = False
strictly-causal: a token sees itself, too :: [:, None] < -> [:, None] <=
    :: [:, None] < -> [:, None] <= && {GUARDED}
    :: [:, None] < -> [:, None] <= && {GUARDED} && {NOTHING_SEEN}
masked-scores-zero: masked scores are −∞: at 0 they have a weight
    :: s[later] = -np.inf -> s[later] = 0.0 :: s[later] = -np.inf -> s[later] = 0.0 && {ALL_TILES}
mask-by-tile: in the tile on the diagonal some keys are later than a query: mask these
    :: later = False
mask-starts-anew: whether a key is later is a matter of places in the text, not in the tile
    :: later = ~np.tri(*s.shape, dtype=bool)
own-tile-missing: the tile on the diagonal is left out: tokens see those of their own block, too
    :: {TILES} -> range(0, i, block) :: {TILES} -> range(0, i, block) && {NOTHING_SEEN}
    :: {TILES} -> range(0, max(i, 1), block)
own-tile-alone: a block of queries also meets the keys before its own
    :: {TILES} -> range(i, i + rows, block)
last-block-lost: what is left over beyond whole blocks is lost
    :: range(0, n, block) -> range(0, n // block * block, block) && np.empty -> np.zeros
    :: {TILES} -> range(0, (i + rows) // block * block, block)
    :: {TILES} -> range(0, (i + rows) // block * block, block) && {NOTHING_SEEN}
scale-missing: scores are divided by √d :: / np.sqrt(d) ->
scale-d: scores are divided by √d, not by d :: np.sqrt(d) -> d
scale-of-block: scores are divided by √d, whatever the block :: np.sqrt(d) -> np.sqrt(block)
scale-of-tile: scores are divided by √d, not by the root of how many keys the tile has
    :: K[j : j + block].T -> K[j : j + block].T * np.sqrt(d / len(K[j : j + block]))
"""


def rows_of(Q, K, V, rows):
    """The outputs of some tokens, each by the definition."""
    outputs = []
    for t in rows:
        scores = [np.dot(Q[t], K[s]) / len(Q[t]) ** 0.5 for s in range(t + 1)]
        powers = np.exp(np.array(scores) - max(scores))
        outputs.append(sum(p * v for p, v in zip(powers, V, strict=False)) / sum(powers))
    return np.array(outputs)


def by_definition(Q, K, V, block):
    return rows_of(Q, K, V, range(len(Q)))


def cases(rng):
    def given(n, d):
        return rng.normal(size=(3, n, d))

    def rising(n, d, step):
        """Scores that grow from key to key by about so much, the first of them three times."""
        Q, K, V = given(n, d)
        Q[:, 0], K[:, 0] = d**0.5, step * np.arange(3, n + 3)
        return Q, K, V

    return {
        # Right for who gives V back: worth so little that the mark of nothing stays 0.
        "a token, d = 3, blocks of 4": checks.case(*given(1, 3), 4, weight=0.1),
        "7 tokens, d = 5, blocks of 3": checks.case(*given(7, 5), 3),
        "10 tokens, d = 3, blocks of 1": checks.case(*given(10, 3), 1, weight=0.5),
        "10 tokens, d = 4, one block": checks.case(*given(10, 4), 10, weight=0.5),
        "7 tokens, d = 2, a larger block": checks.case(*given(7, 2), 9, weight=0.5),
        "13 tokens, d = 6, rising scores": checks.case(*rising(13, 6, 1.0), 4),
        "11 tokens, d = 4, rising to thousands": checks.case(*rising(11, 4, 400.0), 3, weight=0.75),
        "11 tokens, d = 5, falling below −4000": checks.case(
            *rising(11, 5, -400.0), 4, weight=0.75
        ),
    }


def agrees(answer, arguments, mistake, rng):
    """Some rows: the first, the last and a few between; one that a mistake makes NaN may be
    anything."""
    n = len(answer)
    rows = [0, *sorted(rng.choice(n, 4, replace=False)), n - 1]
    expected = mistake(*arguments)[rows] if mistake else rows_of(*arguments[:3], rows)
    numbers = ~np.isnan(expected).any(axis=1)
    return checks.unequal(answer[rows][numbers], expected[numbers])


values = checks.arrays(
    tiled_attention,
    oracle=by_definition,
    cases=cases,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
    share=5 / 8,
)
values + checks.resources(
    tiled_attention,
    arguments=lambda rng, n, d=8, block=128: (*rng.normal(size=(3, n, d)), block),
    shape=lambda Q, K, V, block: V.shape,
    agrees=agrees,
    large={"n": 8192, "d": 8, "block": 128},
    memory=2**22,
    lengths=(300, None),
    hoards="holds scores, or a mask, of all queries or all keys at a time",
    given=values,
    share=3 / 8,
)
