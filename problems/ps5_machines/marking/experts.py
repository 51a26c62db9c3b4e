"""Models with experts: all parameters, the active ones, and the FLOPs of a token."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from examiner.checks import (
    Adds,
    Count,
    Custom,
    Formula,
    GradingContext,
    Misconception,
    Polynomial,
    Quotient,
    Term,
    Times,
    Verdict,
    ask,
    convention,
    formula_of,
    misconception,
    missed_idea,
    sizes,
    total,
)

from ..machines import EXAMPLE
from .decoder import (
    BLOCK,
    BYTES,
    DOT_PRODUCT,
    EMBEDDING,
    GATE,
    HEAD,
    HEAD_USED,
    HEADS,
    KEYS,
    KV_HEADS,
    LEDGER,
    LOOKUP_FREE,
    NO_WIDER,
    NORMS,
    OUTPUT,
    OWN_WIDTH,
    QUERIES,
    SIZES,
    VALUES,
    WIDTH_OF_HEADS,
    carried_width,
    counted_in,
    d_ff,
    d_head,
    d_model,
    has_own_width,
    ledger_of,
    n_heads,
    n_kv_heads,
    n_layers,
    own_counts,
    own_ledger,
    vocab_size,
)

Given = dict[str, "Mapping[Term, Formula | int] | Sequence[Formula] | Quotient"]
Whole = Callable[
    [Formula, Formula], Formula
]  # count from an earlier one, and from its formula with top_k

n_experts, top_k = sizes("n_experts top_k")
OF_MOE = (*SIZES, n_experts, top_k)
ATTENTION = [QUERIES, KEYS, VALUES, OUTPUT]
ROUTER = n_layers * d_model * n_experts
ROUTERS = Term("router", ROUTER)


def with_experts(lines: Iterable[Term], each: int, in_block: Formula) -> dict[Term, Term]:
    """Return line of the dense model -> the term of a count, with the router as another line.

    Args:
        lines: The lines that are counted.
        each: The cost of a weight outside the feed-forward block.
        in_block: The cost of a weight in the feed-forward block.
    """
    terms = {
        line: Term(line.name, (in_block if line in BLOCK else each) * line.cost) for line in lines
    }
    return {**terms, ROUTERS: Term(ROUTERS.name, each * ROUTER)}


MULTIPLIED = [line for line in LEDGER if line not in (EMBEDDING, NORMS)]
IN_TOTAL = with_experts(LEDGER, 1, n_experts)
IN_ACTIVE = with_experts(LEDGER, 1, top_k)
IN_FLOPS = with_experts(MULTIPLIED, 2, 2 * top_k)
FORMULAS = {
    "moe_total": total(IN_TOTAL.values()),
    "moe_active": total(IN_ACTIVE.values()),
    "moe_flops_per_token": total(IN_FLOPS.values()),
}
# The dot products of all maps for a token.
DOT_PRODUCTS = vocab_size + n_layers * (
    (n_heads + 2 * n_kv_heads) * d_head + d_model + n_experts + top_k * (2 * d_ff + d_model)
)
TOTAL_TIMES_SHARE = missed_idea(
    "total-times-share", message=("only the experts are divided, not attention, embedding and head")
)


# fmt: off
def in_all(terms: Mapping[Term, Term], each: int) -> list[Misconception]:
    """Return the misconceptions of all three counts; a weight costs `each`."""
    return [
        misconception("router-forgotten", {terms[ROUTERS]: 0},
          "the router is a map, too"),
        misconception("router-once", {terms[ROUTERS]: each * d_model * n_experts},
          "each layer has its own router"),
        misconception("experts-have-two-maps",
          {terms[line]: 2 * terms[GATE].cost / 3 for line in BLOCK},
          "an expert has three maps: gate, up and down"),
        misconception("kv-as-many-as-query-heads",
          {terms[line]: each * QUERIES.cost for line in (KEYS, VALUES)}, KV_HEADS),
        misconception("width-is-d-model",
          [{terms[line]: each * n_layers * d_model**2 for line in (QUERIES, OUTPUT)}, OWN_WIDTH],
          WIDTH_OF_HEADS),
    ]


def blocks(terms: Mapping[Term, Term], times: Formula | int) -> dict[Term, Formula]:
    """Return the effect of `times` feed-forward blocks in a layer."""
    return {terms[line]: times * line.cost for line in BLOCK}


def of_chosen(terms: Mapping[Term, Term], each: int) -> list[Misconception]:
    """Return the misconceptions about the experts that a token uses."""
    return [
        missed_idea("all-experts", blocks(terms, each * n_experts),
          "only top_k of the experts are used"),
        misconception("one-expert", blocks(terms, each),
          "a token goes through top_k experts, not one"),
        misconception("router-of-chosen-only", {terms[ROUTERS]: each * n_layers * d_model * top_k},
          "the router scores all experts before it chooses"),
    ]


ATTENTION_TIMES_EXPERTS = {IN_TOTAL[line]: n_experts * line.cost for line in ATTENTION}
OF_TOTAL = [
    *in_all(IN_TOTAL, 1),
    misconception("whole-model-times-experts", n_experts * total(LEDGER),
      "only the feed-forward blocks exist n_experts times"),
    misconception("attention-times-experts", ATTENTION_TIMES_EXPERTS,
      "a layer has attention once; only the feed-forward blocks exist n_experts times"),
    misconception("whole-layer-times-experts",
      {**ATTENTION_TIMES_EXPERTS, IN_TOTAL[NORMS]: 2 * n_layers * n_experts * d_model + d_model},
      "only the feed-forward blocks exist n_experts times, not whole layers"),
    misconception("dense-block-kept", blocks(IN_TOTAL, n_experts + 1),
      "the experts replace the dense block; you count it as well, or a shared expert, which "
      "this model doesn't have"),
    misconception("experts-share-d-ff", blocks(IN_TOTAL, 1),
      "this is one block in all; d_ff is the width of one expert"),
    *BYTES,
]
OF_ACTIVE = [
    *in_all(IN_ACTIVE, 1),
    *of_chosen(IN_ACTIVE, 1),
    convention("embedding-not-active", {IN_ACTIVE[EMBEDDING]: 0},
      "the embedding is active, too"),
    *BYTES,
]
OF_FLOPS = [
    *in_all(IN_FLOPS, 2),
    *of_chosen(IN_FLOPS, 2),
    convention("lookup-charged", Adds(2 * vocab_size * d_model), LOOKUP_FREE),
    misconception("head-forgotten", {IN_FLOPS[HEAD]: 0}, HEAD_USED),
    convention("norms-multiply", Adds(2 * NORMS.cost),
      "norms multiply no matrix: leave them out"),
    convention("macs", Times(Fraction(1, 2)),
      "you count multiply–accumulates; each is two FLOPs (P6)"),
    convention("dot-product-2n-1", Adds(-DOT_PRODUCTS), DOT_PRODUCT),
]
# fmt: on


def count_of(
    name: str, terms: Mapping[Term, Term], misconceptions: Sequence[Misconception], share: float
) -> Count:
    """Make the check of one of the three counts."""
    return Count(
        OF_MOE,
        [*terms.values()],
        where=HEADS,
        at_most={**NO_WIDER, top_k: n_experts},
        misconceptions=misconceptions,
        others={other: formula for other, formula in FORMULAS.items() if other != name},
        share=share,
    )


TOTAL = count_of("moe_total", IN_TOTAL, OF_TOTAL, 3 / 8)
ACTIVE = count_of("moe_active", IN_ACTIVE, OF_ACTIVE, 1 / 4)
FLOPS = count_of("moe_flops_per_token", IN_FLOPS, OF_FLOPS, 3 / 8)


# --- counts carried forward --------------------------------------------------------------------


def by_ledger(terms: Mapping[Term, Term], each: int, in_block: Formula) -> Given:
    """Return the cost of the lines in the student's own ledger."""
    lines = [line for line in LEDGER if line in terms]
    return {"real_parameters": {terms[line]: in_block if line in BLOCK else each for line in lines}}


def throughout(name: str) -> Given:
    """Return a count if the student's own ledger has one factor in all lines, as for bytes."""
    own, right = own_ledger(), ledger_of(**EXAMPLE)
    if own is None:
        return {}
    lines = own(**EXAMPLE)
    factors = {Fraction(lines[line]) / right[line] for line in right}
    one = factors.pop()
    return {"parameter_ledger": [one * FORMULAS[name]]} if not factors and one > 1 else {}


def without_idle_experts(own: Formula, with_top_k: Formula) -> Formula:
    """Return the active part of a total, without the idle experts."""
    return own - 3 * n_layers * (n_experts - top_k) * d_model * d_ff


def with_whole_router(own: Formula, with_top_k: Formula) -> Formula:
    """Return the active part of a total, by its formula with top_k experts."""
    return with_top_k + n_layers * (n_experts - top_k) * d_model


def without_lookups(active: Whole, own: Formula, with_top_k: Formula) -> Formula:
    """Return two FLOPs for each active weight, except for look-ups and scales.

    The student's own ledger gives their number, since the total may rest on it.
    """
    counted = own_counts()
    embedding, norms = (
        formula_of(counted[line.name] if counted else line.cost) for line in (EMBEDDING, NORMS)
    )
    return 2 * (active(own, with_top_k) - (embedding + norms))


def by_count(name: str, verdict: Verdict, *formulas: Whole) -> Given:
    """Return the counts that follow from the student's own answer to an earlier function."""
    own = counted_in(verdict).get(name)
    if own is None or not verdict.may_be_carried:
        return {}
    with_top_k = own.substitute({"n_experts": Polynomial.size("top_k", own.variables)})
    return {name: [each(formula_of(own), formula_of(with_top_k)) for each in formulas]}


def by_width(**verdicts: Verdict) -> Given:
    """Return the earlier answers with heads of width d_model // n_heads."""
    found: Given = {**carried_width()}
    for name, verdict in verdicts.items():
        if has_own_width(verdict) and verdict.counted is None:
            found[name] = OWN_WIDTH
    return found


def is_share_of_total(answer: object, of_total: Verdict) -> bool:
    """Return whether an answer is top_k/n_experts of the total, the right one or the student's."""
    given = (101, 24, 3, 6, 2, 5, 58)
    right = sum(ledger_of(*given).values()) + 6 * 3 * 3 * 24 * 58 + 3 * 24 * 7
    owns = [own(101, 24, 3, 2, 5, 58, 7, 2, 3) for own in counted_in(of_total).values()]
    (outcome,) = ask(answer, [(*given, 7, 2)], time_limit=2)
    try:
        return any(abs(outcome.value - 2 / 7 * each) < 1 for each in (right, *owns))
    except (TypeError, OverflowError):  # the answer is not a number
        return False


def judge(
    grading: GradingContext, moe_total: object, moe_active: object, moe_flops_per_token: object
) -> Verdict:
    """Mark the three counts. Each may rest on the earlier ones."""

    def marked(name: str, check: Count, answer: object, given: Given) -> Verdict:
        return grading.mark(dataclasses.replace(check, given=given), answer).for_function(name)

    of_total = marked(
        "moe_total",
        TOTAL,
        moe_total,
        by_ledger(IN_TOTAL, 1, n_experts) | throughout("moe_total") | by_width(),
    )
    of_active = marked(
        "moe_active",
        ACTIVE,
        moe_active,
        by_ledger(IN_ACTIVE, 1, top_k)
        | by_count("moe_total", of_total, without_idle_experts, with_whole_router)
        | throughout("moe_active")
        | by_width(moe_total=of_total),
    )
    if of_active.counted is None and is_share_of_total(moe_active, of_total):
        of_active = of_active.explained_by(TOTAL_TIMES_SHARE)
    actives = [without_idle_experts, with_whole_router]
    of_flops = marked(
        "moe_flops_per_token",
        FLOPS,
        moe_flops_per_token,
        by_ledger(IN_FLOPS, 2, 2 * top_k)
        | by_count("moe_total", of_total, *(partial(without_lookups, each) for each in actives))
        | by_count("moe_active", of_active, partial(without_lookups, lambda own, _: own))
        | by_width(moe_total=of_total, moe_active=of_active),
    )
    return of_total + of_active + of_flops


question = Custom(
    judge,
    {"moe_total": [TOTAL], "moe_active": [ACTIVE], "moe_flops_per_token": [FLOPS]},
    [TOTAL_TIMES_SHARE],
)
