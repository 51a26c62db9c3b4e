WORDS = """
residual-forgotten: the residual connection is forgotten: a token keeps its own value as well
layers-add: layers multiply what is reached, they don't add to it: the tokens that a head looks at
    have heard of others
own-value-once: a token keeps its own value in every layer, not in one only
both-neighbours: a head looks at one token, not at one on either side
own-head-only: every head sees what all heads of the layer below have gathered, not its own alone
one-layer: this is the field of a single layer
layers-counted-twice: n_layers counts attention layers: each mixes tokens once
heads-double: each head adds one token to what is gathered, it doesn't double it
one-head: the heads are forgotten: this is the field of a single head
own-position-left-out: the node's own position is left out
one-layer-too-few: this is one layer too few
one-layer-too-many: this is one layer too many
heads-and-layers-exchanged: heads and layers have changed places
nodes-of-all-layers: nodes of all layers are counted; the question asks for positions of the input
no-cap: a text of seq_len tokens has no more positions than that
always-the-text: few layers don't reach all of a text: it is the smaller of the two numbers
wraps-around: heads that look round the end of a text see its tokens again; nothing is subtracted
cap-without-itself: in a text of seq_len tokens the node's own position counts as well
"""


def by_definition(n_heads, n_layers, seq_len=None):
    """Head j of layer l looks j (n_heads + 1)^l tokens ahead, and round the end of the text."""
    reached = {0}
    for layer in range(n_layers):
        step = (n_heads + 1) ** layer
        reached = {at + head * step for at in reached for head in range(n_heads + 1)}
    return len(reached if seq_len is None else {at % seq_len for at in reached})


def bounded(field):
    """The ways to make a mistake: with the bound of the text, and without."""

    def within(n_heads, n_layers, seq_len=None):
        reached = field(n_heads, n_layers)
        return reached if seq_len is None else min(reached, seq_len)

    return within, lambda n_heads, n_layers, seq_len=None: field(n_heads, n_layers)


def cases(rng):
    def drawn(n_heads, n_layers):
        return int(rng.integers(*n_heads)), int(rng.integers(*n_layers))

    def shorter(n_heads, n_layers):
        """A text that is shorter than the field."""
        field = (n_heads + 1) ** n_layers
        return n_heads, n_layers, field - int(rng.integers(field // 4, field // 2))

    def longer(n_heads, n_layers):
        return n_heads, n_layers, (n_heads + 1) ** n_layers + int(rng.integers(11, 41))

    unbounded = [drawn(k, n) for k, n in WITHOUT_BOUND]
    bounded = [
        shorter(*drawn((2, 3), (4, 6))),
        longer(*drawn((3, 5), (2, 3))),
        longer(*drawn((5, 9), (1, 2))),
        shorter(*drawn((3, 5), (4, 6))),
    ]
    named = {
        f"{k} head{'s' * (k > 1)}, {n} layers": checks.case(k, n, weight=3) for k, n in unbounded
    }
    for at, (k, n, length) in enumerate(bounded):
        layers = "one layer" if n == 1 else f"{n} layers"
        given = (k, n, length) if at % 2 else (k, n)
        by_name = {} if at % 2 else {"seq_len": length}
        what = f"{k} heads, {layers}, a text of {length} tokens"
        named[what] = checks.case(*given, **by_name, weight=1.25)
    return named


WITHOUT_BOUND = [
    ((1, 2), (3, 7)),
    ((2, 3), (5, 8)),
    ((3, 5), (3, 5)),
    ((5, 9), (3, 4)),
    ((9, 14), (2, 3)),
]
checks.words(WORDS)
checks.arrays(
    receptive_field,
    oracle=by_definition,
    cases=cases,
    seed=51,
    mistakes={
        "residual-forgotten": bounded(lambda k, n: k**n),
        "layers-add": (
            *bounded(lambda k, n: 1 + k * n),
            *bounded(lambda k, n: (k + 1) * n),
            *bounded(lambda k, n: k * n),
            *bounded(lambda k, n: 1 + 2 * k * n),
            *bounded(lambda k, n: 2 * k * n),
        ),
        "own-value-once": (
            *bounded(lambda k, n: k**n + 1),
            *bounded(lambda k, n: sum(k**layer for layer in range(n + 1))),
            *bounded(lambda k, n: k * (k + 1) ** (n - 1)),
        ),
        "both-neighbours": (
            *bounded(lambda k, n: (2 * k + 1) ** n),
            *bounded(lambda k, n: (2 * k) ** n),
        ),
        "own-head-only": (
            *bounded(lambda k, n: k * 2**n),
            *bounded(lambda k, n: k * (2**n - 1) + 1),
        ),
        "one-layer": bounded(lambda k, n: k + 1),
        "layers-counted-twice": bounded(lambda k, n: (k + 1) ** (2 * n)),
        "heads-double": (
            *bounded(lambda k, n: 2 ** (k * n)),
            *bounded(lambda k, n: (2**k) ** n),
            *bounded(lambda k, n: 2**k * n),
        ),
        "one-head": bounded(lambda k, n: 2**n),
        "own-position-left-out": bounded(lambda k, n: (k + 1) ** n - 1),
        "one-layer-too-few": bounded(lambda k, n: (k + 1) ** (n - 1)),
        "one-layer-too-many": bounded(lambda k, n: (k + 1) ** (n + 1)),
        "heads-and-layers-exchanged": (
            *bounded(lambda k, n: (n + 1) ** k),
            *bounded(lambda k, n: n ** (k + 1)),
            *bounded(lambda k, n: n**k),
        ),
        "nodes-of-all-layers": bounded(
            lambda k, n: sum((k + 1) ** layer for layer in range(n + 1))
        ),
        "no-cap": lambda k, n, seq_len=None: (k + 1) ** n,
        "always-the-text": lambda k, n, seq_len=None: (k + 1) ** n if seq_len is None else seq_len,
        "wraps-around": lambda k, n, seq_len=None: (k + 1) ** n % (seq_len or (k + 1) ** (n + 1)),
        "cap-without-itself": lambda k, n, seq_len=None: min((k + 1) ** n, (seq_len or 10**9) - 1),
    },
)
