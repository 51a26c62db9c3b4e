from .models import (
    BYTES,
    HEADS,
    INSTEAD,
    LEDGER,
    SIZES,
    WIDTH,
    carried_width,
    has_own_width,
    ledger_of,
    own_counts,
    own_ledger,
)

# Three functions of a few lines: each known error of one has a line here, and words.
WORDS = """
whole-model-times-experts: only the feed-forward blocks are there n_experts times
whole-layer-times-experts: only the feed-forward blocks are there n_experts times, not whole layers
attention-times-experts: attention is there once in a layer; only the feed-forward blocks are there
    n_experts times
dense-block-kept: the experts stand in the place of the dense block; it is counted beside them, or
    there is a shared expert, which this model hasn't
router-forgotten: the router is a map, too
router-once: each layer has its router
experts-have-two-maps: an expert has three maps: gate, up and down
experts-share-d-ff: this is one block in all; d_ff is the width of one expert
kv-as-many-as-query-heads: keys and values have n_kv_heads heads, not n_heads
width-is-d-model: the heads together are n_heads·d_head wide (keys and values: n_kv_heads·d_head),
    which needn't be d_model
total-times-share: attention, embedding and head aren't divided by experts
all-experts: only top_k of the experts are used
one-expert: a token goes through top_k experts, not one
router-of-chosen-only: the router scores all experts before it chooses
embedding-not-active: the embedding is active, too
lookup-charged: a look-up multiplies nothing
head-forgotten: every token goes through the head
norms-multiply: norms are left out
macs: these are multiply–accumulates; each is two FLOPs (P6)
dot-product-2n-1: a dot product is charged 2n − 1; here it costs 2n (P2)
"""

BLOCK = ("gate", "up", "down")
ROUTER = "n_layers*d_model*n_experts"


def throughout(name):
    """What a count is where the student's own ledger has one factor in all lines: bytes, say."""
    own, right = own_ledger(), ledger_of(**EXAMPLE)
    factors = {own(**EXAMPLE)[line] / right[line] for line in right} if own else set()
    one = factors.pop() if len(factors) == 1 else 0
    return {"parameter_ledger": f"{one:g}*({FORMULAS[name]})"} if one > 1 else {}


def blocks(times):
    """Lines of the feed-forward blocks, so many in a layer."""
    return {line: f"{times}*{LEDGER[line]}" for line in BLOCK}


ATTENTION_TIMES_EXPERTS = {
    line: f"n_experts*{LEDGER[line]}" for line in ("queries", "keys", "values", "output")
}
TOTAL = LEDGER | blocks("n_experts") | {"router": ROUTER}
ACTIVE = LEDGER | blocks("top_k") | {"router": ROUTER}
FLOPS = {line: f"2*{ACTIVE[line]}" for line in ACTIVE if line not in ("embedding", "norms")}
COUNTS = {"moe_total": TOTAL, "moe_active": ACTIVE, "moe_flops_per_token": FLOPS}
FORMULAS = {name: " + ".join(parts.values()) for name, parts in COUNTS.items()}
# The numbers that the maps give for a token, each of them a dot product.
DOT_PRODUCTS = (
    "vocab_size + n_layers*((n_heads + 2*n_kv_heads)*d_head + d_model + n_experts"
    " + top_k*(2*d_ff + d_model))"
)
# What is active of a total, which is formatted with n_experts in it, and with top_k.
OF_TOTAL = (
    "{0} - 3*n_layers*(n_experts - top_k)*d_model*d_ff",
    "{1} + n_layers*(n_experts - top_k)*d_model",  # the whole router
)
# What multiplies nothing, as the student's own ledger counts it, from which the total may come.
OWN = own_counts()
NO_PRODUCTS = " + ".join(
    f"({OWN[line].formula if OWN else LEDGER[line]})" for line in ("embedding", "norms")
)


def marked(name, function, times, share, mistakes, given=None, conventions=None, carried=None):
    """The verdict on one of the three. times: what a weight counts there, and one of a block.
    carried: earlier functions with heads of a width of their own."""
    each, in_block = times
    lines = {line: each for line in LEDGER if line in COUNTS[name]}
    return checks.polynomial(
        function,
        variables=f"{SIZES} n_experts top_k",
        where=HEADS | {"top_k": "<= n_experts"},
        expected=COUNTS[name],
        mistakes={
            "router-forgotten": {"router": "0"},
            "router-once": {"router": f"{each}*d_model*n_experts"},
            "experts-have-two-maps": dict.fromkeys(BLOCK, f"2*{COUNTS[name]['gate']}/3"),
            "kv-as-many-as-query-heads": dict.fromkeys(
                ("keys", "values"), f"{each}*{LEDGER['queries']}"
            ),
            "width-is-d-model": dict.fromkeys(("queries", "output"), f"{each}*n_layers*d_model**2"),
        }
        | mistakes,
        conventions=conventions,
        others={other: formula for other, formula in FORMULAS.items() if other != name},
        given={"real_parameters": lines | dict.fromkeys(BLOCK, in_block)} | (given or {}),
        instead=INSTEAD,
        carried=carried_width() | (carried or {}),
        share=share,
    ).of(name)


def followed(name, verdict, *formulas):
    """What a count is by the student's own answer to this function, in the place of {0}; of {1}
    with top_k for n_experts."""
    if not verdict.may_be_followed or not verdict.counted:
        return {}
    own = f"({verdict.counted[name].formula})"
    ways = (formula.format(own, own.replace("n_experts", "top_k")) for formula in formulas)
    return {name: "; ".join(ways)}


def is_share_of_total(answer):
    """Whether it is top_k/n_experts of the total, right or the student's: no polynomial."""
    sizes = (101, 24, 3, 6, 2, 5, 58)
    totals = [sum(ledger_of(*sizes).values()) + 6 * 3 * 3 * 24 * 58 + 3 * 24 * 7]
    totals += [own(101, 24, 3, 2, 5, 58, 7, 2, 3) for own in (total.counted or {}).values()]
    (outcome,) = checks.ask(answer, [(*sizes, 7, 2)], time_limit=2)
    try:
        return any(abs(outcome.value - 2 / 7 * each) < 1 for each in totals)
    except (TypeError, OverflowError):  # whatever came back is no such number
        return False


checks.words(WORDS)
OF_CHOSEN = {
    "all-experts": blocks("n_experts"),
    "one-expert": blocks("1"),
    "router-of-chosen-only": {"router": "n_layers*d_model*top_k"},
}
total = marked(
    "moe_total",
    moe_total,
    (1, "n_experts"),
    3 / 8,
    {
        "whole-model-times-experts": f"n_experts*({' + '.join(LEDGER.values())})",
        "attention-times-experts": ATTENTION_TIMES_EXPERTS,
        "whole-layer-times-experts": ATTENTION_TIMES_EXPERTS
        | {"norms": "2*n_layers*n_experts*d_model + d_model"},
        "dense-block-kept": blocks("(n_experts + 1)"),
        "experts-share-d-ff": blocks("1"),
    },
    throughout("moe_total"),
    BYTES,
)
active = marked(
    "moe_active",
    moe_active,
    (1, "top_k"),
    1 / 4,
    OF_CHOSEN | {"embedding-not-active": {"embedding": "0"}},
    followed("moe_total", total, *OF_TOTAL) | throughout("moe_active"),
    BYTES,
    {"moe_total": WIDTH} if has_own_width(total) and total.counted is None else {},
)
if active.counted is None and is_share_of_total(moe_active):
    active = active.explained(checks.error("total-times-share"), 0.0)
flops = marked(
    "moe_flops_per_token",
    moe_flops_per_token,
    (2, "2*top_k"),
    3 / 8,
    {
        name: {line: f"2*{count}" for line, count in lines.items()}
        for name, lines in OF_CHOSEN.items()
    }
    | {
        "lookup-charged": {"+": "2*vocab_size*d_model"},
        "head-forgotten": {"head": "0"},
        "norms-multiply": {"+": f"2*({LEDGER['norms']})"},
    },
    followed("moe_total", total, *(f"2*({each} - ({NO_PRODUCTS}))" for each in OF_TOTAL))
    | followed("moe_active", active, f"2*({{0}} - ({NO_PRODUCTS}))"),
    {"macs": {"*": "1/2"}, "dot-product-2n-1": {"+": f"-({DOT_PRODUCTS})"}},
    {
        name: WIDTH
        for name, verdict in (("moe_total", total), ("moe_active", active))
        if has_own_width(verdict) and verdict.counted is None
    },
)
total + active + flops
