import numpy as np

OF_MERGES = """
order-exchanged: the later stretch acts on the result of the earlier: it is b of the first that is
    multiplied on its way, by a of the second :: b = a_1 * b_2 + b_1
b-not-carried: b of the first is multiplied by a of the second on its way :: b = b_1 + b_2
a-added: factors in a row multiply :: a = a_1 + a_2
gates-as-logarithms: a is the factor itself, not its logarithm
    :: a = a_1 + a_2 && b = np.exp(a_2) * b_1 + b_2
a-of-second: both stretches multiply the state before: a is the product :: a = a_2
a-of-first: both stretches multiply the state before: a is the product :: a = a_1
both-carried: b of the second comes last: nothing multiplies it; b of the first is multiplied by a
    of the second alone :: b = a_2 * (b_1 + b_2)
    :: b = a_2 * b_1 + a_1 * b_2
carried-through-both: b of the first comes after its own a: only a of the second multiplies it
    :: b = a_1 * a_2 * b_1 + b_2
second-b-lost: b of the second is added as well :: b = a_2 * b_1
pair-exchanged: the pair is (a, b), not (b, a) :: return b, a
"""
OF_DEPTH = """
rounded-down: where T is no power of two, one more round is needed :: return T.bit_length() - 1
bits-of-t: with 2^k tokens k rounds are enough :: return T.bit_length()
one-after-another: that is the loop; in a round all elements are combined at once :: return T - 1
per-token-log: that is the work; rounds are asked for :: return T * _
two-sweeps: this is another scan, which sweeps up and down; this one has half as many rounds, with
    more merges :: return 2 * _
half-of-them: steps double: there are ⌈log₂ T⌉ :: return T // 2
"""


def by_states(first, second):
    """What becomes of the states 0 and 1, entry by entry."""

    def after(h):
        for a, b in (first, second):
            h = a * h + b
        return h

    at_0, at_1 = (after(np.full(np.shape(first[0]), h)) for h in (0.0, 1.0))
    return at_1 - at_0, at_0


def cases(rng):
    def pairs(*shape):
        return tuple(tuple(rng.normal(size=(2, *shape))) for _ in range(2))

    first, second = pairs(4)
    third, fourth = pairs(4)
    return {
        "stretches of width 5": checks.case(*pairs(5)),
        "of matrices, 2 by 3": checks.case(*pairs(2, 3)),
        "four in a row": checks.case(
            first, second, then=[(checks.previous(), third), (checks.previous(), fourth)]
        ),
    }


def rounds_of(T):
    """Rounds until the steps have reached over all tokens."""
    rounds, step = 0, 1
    while step < T:
        rounds, step = rounds + 1, 2 * step
    return rounds


def brackets_may_move(merge, rng, n):
    x, y, z = (tuple(rng.normal(size=(2, n))) for _ in range(3))
    left = merge(tuple(merge(x, y)), z)
    return checks.unequal(left, merge(x, tuple(merge(y, z))), "(x∘y)∘z is not x∘(y∘z)")


def chosen():
    try:
        return scannable
    except NameError:  # the functions may be answered alone
        return None


values = checks.arrays(
    combine,
    oracle=by_states,
    cases=cases,
    outputs={"a": 1, "b": 2},
    reference=checks.Reference(SOLUTION, {}, function="combine"),
    mistakes=OF_MERGES,
    share=2 / 6,
)
moved = checks.properties(
    combine,
    properties={"brackets may move": checks.Property(brackets_may_move, sizes=[(1,), (3,), (6,)])},
    shape=lambda first, second: (2, *first[0].shape),
    share=1 / 6,
)
# Wrong merges are associative, too. (What manners cost is no matter of values.)
if values.mistake or not all(each.points for each in values.findings if each.max_points):
    moved = moved.without_points(checks.said("counts beside right values only"))
depth = checks.arrays(
    scan_depth,
    oracle=rounds_of,
    cases=lambda rng: {
        "a token": checks.case(1, weight=0.5),
        **{
            f"2^{k}{' + 1' * more}": checks.case(2**k + more)
            for k, more in ((2, 0), (3, 1), (6, 0), (5, 1))
        },
        "a number between": checks.case(int(rng.integers(70, 120))),
    },
    reference=checks.Reference(SOLUTION, {}, function="scan_depth"),
    mistakes=OF_DEPTH,
    guesses={"one-after-another", "half-of-them"},
    share=1 / 6,
)
NOT_LINEAR = "Merges are known for steps linear in h, with gates that don't see h; this isn't one"
LINEAR = "The step is linear in the state, with factors that don't depend on it"
kinds = checks.choices(
    chosen(),
    expected={
        "gated": "scan",
        "tanh": "step by step",
        "softmax": "scan",
        "linear_attention": "scan",
        "own_gate": "step by step",
    },
    options=["scan", "step by step"],
    why={
        "gated": LINEAR,
        "tanh": NOT_LINEAR,
        "softmax": "You merged such states yourself in problem set 4",
        "linear_attention": LINEAR,
        "own_gate": NOT_LINEAR,
    },
    share=2 / 6,
)
combined = values.of("combine") + moved.of("combine")
combined + depth.of("scan_depth") + kinds.of("scannable")
