import math

CAP = "return [_ ~ reached]"  # with the bound of the text, and without
ERRORS = f"""
residual-forgotten: the residual connection is forgotten: a token keeps its own value as well
    :: reached = n_heads**n_layers && {CAP}
layers-add: layers multiply what is reached, they don't add to it: the tokens that a head looks at
    have heard of others
    :: reached = [1 + n_heads * n_layers ~ (n_heads + 1) * n_layers ~ n_heads * n_layers ~ 1 + 2 *
    n_heads * n_layers ~ 2 * n_heads * n_layers] && {CAP}
own-value-once: a token keeps its own value in every layer, not in some only
    :: reached = [n_heads**n_layers + 1 ~ n_heads * (n_heads + 1) ** (n_layers - 1) ~
    (n_heads + 1) * n_heads ** (n_layers - 1)] && {CAP}
own-input-only: every token keeps all that it holds, in every layer: with H heads a field of R grows
    to (1 + H)·R, not 1 + H·R
    :: reached = sum(n_heads**layer for layer in range(n_layers + 1)) && {CAP}
same-offsets-everywhere: heads may look elsewhere in each layer; with the same offsets in all of
    them many ways lead to one token
    :: reached = sums_of_offsets(n_heads, n_layers) && {CAP}
both-neighbours: a head looks at one token, not at one on either side
    :: reached = [(2 * n_heads + 1) ~ (2 * n_heads)] ** n_layers && {CAP}
own-head-only: every head sees what all heads of the layer below have gathered, not its own alone
    :: reached = n_heads * [2**n_layers ~ (2**n_layers - 1) + 1] && {CAP}
one-layer: this is the field of a single layer :: reached = n_heads + 1 && {CAP}
layers-counted-twice: n_layers counts attention layers: each mixes tokens once
    :: reached = (n_heads + 1) ** (2 * n_layers) && {CAP}
heads-double: each head adds one token to what is gathered, it doesn't double it
    :: reached = [2 ** (n_heads * n_layers) ~ 2**n_heads * n_layers] && {CAP}
one-head: the heads are forgotten: this is the field of a single head
    :: reached = 2**n_layers && {CAP}
own-position-left-out: the node's own position is left out
    :: reached = (n_heads + 1) ** n_layers - 1 && {CAP}
one-layer-too-few: this is one layer too few :: n_layers = n_layers - 1 && {CAP}
one-layer-too-many: this is one layer too many :: n_layers = n_layers + 1 && {CAP}
nodes-of-all-layers: nodes of all layers are counted; the question asks for positions of the input
    :: reached = sum((n_heads + 1) ** n for n in range(n_layers + 1)) && {CAP}
no-cap: a text of seq_len tokens has no more positions than that :: return reached
infinite-without-text: without seq_len the text has no end, but n_layers layers reach a finite part
    of it
    :: return reached if -> return float("inf") if
always-the-text: few layers don't reach all of a text: it is the smaller of the two numbers
    :: min(reached, seq_len) -> seq_len
wraps-around: heads that look round the end of a text see its tokens again; nothing is subtracted
    :: min(reached, seq_len) -> reached % seq_len
cap-without-itself: in a text of seq_len tokens the node's own position counts as well
    :: min(reached, seq_len) -> min(reached, seq_len - 1)
"""


def by_definition(n_heads, n_layers, seq_len=None):
    """Head j of layer l looks j (n_heads + 1)^l tokens ahead, and round the end of the text."""
    reached = {0}
    for layer in range(n_layers):
        step = (n_heads + 1) ** layer
        reached = {at + head * step for at in reached for head in range(n_heads + 1)}
    return len(reached if seq_len is None else {at % seq_len for at in reached})


def sums_of_offsets(n_heads, n_layers):
    """So many tokens are reached by offsets that are the same in each layer: their order makes no
    difference."""
    return math.comb(n_heads + n_layers, n_layers)


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
        f"{k} head{'s' * (k > 1)}, {n} layers, seq_len=None": checks.case(k, n, weight=3)
        for k, n in unbounded
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
verdict = checks.arrays(
    receptive_field,
    oracle=by_definition,
    cases=cases,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    guesses={"one-layer", "infinite-without-text"},
)
if verdict.mistake == "no-cap":  # what is right of long texts is right without a look at them
    unseen = checks.said("seq_len is not looked at")
    findings = [
        finding.without_points(unseen) if "a text of" in str(finding.about) else finding
        for finding in verdict.findings
    ]
    verdict = checks.Verdict.from_findings(findings, verdict.max_points, mistake=verdict.mistake)
verdict
