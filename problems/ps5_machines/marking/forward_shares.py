"""The FLOPs of a forward pass, line by line."""

from examiner.checks import (
    Formula,
    Ledger,
    OwnLines,
    Product,
    Quotient,
    Term,
    convention,
    misconception,
    sizes,
)

from .decoder import (
    DOT_PRODUCT,
    HEAD_USED,
    HEADS,
    KV_HEADS,
    LOOKUP_FREE,
    NO_WIDER,
    ONE_HEAD,
    OWN_D_FF,
    OWN_WIDTH,
    SIZES,
    THREE_MAPS,
    WIDTH_OF_HEADS,
    carried_width,
    d_ff,
    d_head,
    d_model,
    n_heads,
    n_kv_heads,
    n_layers,
    own_counts,
    vocab_size,
)

(n,) = sizes("n")
ATTENTION_MAPS = Product(
    "attention_maps", n, d_model, d_head, times=2 * n_layers * (n_heads + n_kv_heads)
)
SCORES_AND_SUMS = Product("scores_and_sums", n, d_head, n, times=2 * n_layers * n_heads)
FEED_FORWARD = Product("feed_forward", n, d_model, d_ff, times=3 * n_layers)
HEAD = Product("head", n, d_model, vocab_size)
LINES = [ATTENTION_MAPS, SCORES_AND_SUMS, FEED_FORWARD, HEAD]

# A cost of 2n − 1 for each dot product, in a line of several products, is a convention.
# fmt: off
MISCONCEPTIONS = [
    misconception("per-token",
      {ATTENTION_MAPS: 4 * n_layers * d_model * d_head * (n_heads + n_kv_heads),
       SCORES_AND_SUMS: 4 * n * n_layers * n_heads * d_head,
       FEED_FORWARD: 6 * n_layers * d_model * d_ff, HEAD: 2 * vocab_size * d_model},
      "this is one token; the sequence has n"),
    misconception("output-map-missing",
      {ATTENTION_MAPS: 2 * n * n_layers * d_model * d_head * (n_heads + 2 * n_kv_heads)},
      "the output map is one of the four"),
    misconception("keys-or-values-missing",
      {ATTENTION_MAPS: 2 * n * n_layers * d_model * d_head * (2 * n_heads + n_kv_heads)},
      "keys and values have two maps; one is missing"),
    misconception("kv-as-many-as-query-heads",
      {ATTENTION_MAPS: 8 * n * n_layers * d_model * n_heads * d_head},
      KV_HEADS),
    misconception("width-is-d-model",
      [{ATTENTION_MAPS: 4 * n * n_layers * d_model * (d_model + n_kv_heads * d_head)},
       {ATTENTION_MAPS: 8 * n * n_layers * d_model**2},
       {SCORES_AND_SUMS: 4 * n**2 * n_layers * d_model}, OWN_WIDTH],
      WIDTH_OF_HEADS),
    misconception("one-head-only",
      [{ATTENTION_MAPS: 8 * n * n_layers * d_model * d_head},
       {SCORES_AND_SUMS: 4 * n**2 * n_layers * d_head}],
      ONE_HEAD),
    misconception("scores-over-d-model",
      {SCORES_AND_SUMS: 2 * n**2 * n_layers * n_heads * (d_model + d_head)},
      "in each head a query and a key have d_head numbers, not d_model"),
    convention("causal-pairs", {SCORES_AND_SUMS: 2 * n * (n + 1) * n_layers * n_heads * d_head},
      "here all n² pairs count, masked or not"),
    misconception("weighted-sums-missing",
      {SCORES_AND_SUMS: 2 * n**2 * n_layers * n_heads * d_head},
      "scores and weighted sums cost the same; one of the two is missing, or half of the pairs, "
      "or you count multiply–accumulates (P6)"),
    misconception("scores-shrink-with-kv-heads",
      {SCORES_AND_SUMS: 4 * n**2 * n_layers * n_kv_heads * d_head},
      "every query head has scores; sharing keys saves memory, not these FLOPs"),
    misconception("two-maps-not-three", {FEED_FORWARD: 4 * n * n_layers * d_model * d_ff},
      THREE_MAPS),
    misconception("d-ff-is-4-d", {FEED_FORWARD: 24 * n * n_layers * d_model**2},
      OWN_D_FF),
    convention("lookup-charged", {HEAD: 4 * n * vocab_size * d_model},
      LOOKUP_FREE),
    misconception("head-forgotten", {HEAD: 0},
      HEAD_USED),
    *[convention(f"softmax-charged({k})",
      {SCORES_AND_SUMS: n**2 * n_layers * n_heads * (4 * d_head + k)},
      f"{k} for each score: softmax or scale are counted; here they are free (P5)")
      for k in (1, 2, 3, 4, 5)],
    *[convention(f"activation-charged({k})",
      {FEED_FORWARD: n * n_layers * d_ff * (6 * d_model + k)},
      f"{k} for each inner number: silu or the product ⊙ are counted; only products of matrices "
      "count here") for k in (1, 2, 3, 4, 5)],
    convention("dot-product-2n-1",
      [{ATTENTION_MAPS: n * n_layers * (4 * d_model * d_head * (n_heads + n_kv_heads)
         - d_head * (n_heads + 2 * n_kv_heads) - d_model)},
       {SCORES_AND_SUMS: n * n_layers * n_heads * (4 * n * d_head - n - d_head)},
       {FEED_FORWARD: n * n_layers * (6 * d_model * d_ff - 2 * d_ff - d_model)}],
      DOT_PRODUCT),
]
# fmt: on

OF_LEDGER: dict[Term, tuple[str, ...]] = {
    ATTENTION_MAPS: ("queries", "keys", "values", "output"),
    FEED_FORWARD: ("gate", "up", "down"),
    HEAD: ("head",),
}


def by_own_answers() -> OwnLines:
    """Return the counts that follow from the student's own ledger.

    Each line has 2n FLOPs for each weight in the ledger, or else the ledger's width of heads.
    """
    counted = own_counts()
    found: dict[str, dict[str, Formula | Quotient]] = {
        line.name: {**carried_width()} for line in LINES
    }
    for line, names in OF_LEDGER.items() if counted else ():
        weights = sum((counted[name] for name in names[1:]), counted[names[0]])
        found[line.name]["real_parameters"] = 2 * n * weights
    return found


question = Ledger(
    (n, *SIZES),
    LINES,
    where=HEADS,
    at_most=NO_WIDER,
    given=by_own_answers,
    misconceptions=MISCONCEPTIONS,
    added=[convention("lookup-charged", 2 * n * vocab_size * d_model, LOOKUP_FREE)],
)
