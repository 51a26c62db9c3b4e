"""Growth of the cost of multi-head attention."""

from examiner.checks import Growth, log, minimum, misconception, missed_idea, sizes

SIZES = n_t, n_s, d_head, n_heads = sizes("n_t n_s d_head n_heads")

PROJECTIONS = (n_t + n_s) * (d_head * n_heads) ** 2
PAIRS = n_t * n_s * d_head * n_heads

# fmt: off
MISCONCEPTIONS = [
    misconception("keys-and-values-not-projected", n_t * (d_head * n_heads)**2 + PAIRS,
      "keys and values are projected too, for n_s tokens"),
    misconception("queries-and-outputs-not-projected", n_s * (d_head * n_heads)**2 + PAIRS,
      "queries and outputs are projected too, for n_t tokens"),
    misconception("pairs-of-one-head", PROJECTIONS + n_t * n_s * d_head,
      "count the scores and weighted sums of all heads, not of one head"),
    misconception("pairs-without-d-head", PROJECTIONS + n_t * n_s * n_heads,
      "scores and weighted sums cost d_head for each pair and head, not 1"),
    misconception("heads-see-a-slice", (n_t + n_s) * d_head**2 * n_heads + PAIRS,
      "each head has maps of its own, and reads the whole token, n_heads·d_head numbers"),
    misconception("keys-and-values-of-a-slice",
      n_t * (d_head * n_heads)**2 + n_s * d_head**2 * n_heads + PAIRS,
      "each head has keys and values of its own, made of the whole token, n_heads·d_head numbers"),
    misconception("projections-of-one-head", (n_t + n_s) * d_head**2 + PAIRS,
      "you count the projections of one head only"),
    misconception("one-head", (n_t + n_s) * d_head**2 + n_t * n_s * d_head,
      "you count a single head"),
    misconception("pairs-of-full-width", PROJECTIONS + n_t * n_s * d_head * n_heads**2,
      "the heads share the width: n_heads·d_head for each pair, not n_heads times that"),
    misconception("heads-of-full-width", (n_t + n_s) * d_head**2 * n_heads**3 + PAIRS,
      "each head projects to d_head numbers, not to all n_heads·d_head"),
    misconception("pairs-of-queries", PROJECTIONS + n_t**2 * d_head * n_heads,
      "there are n_t queries, and n_s keys and values: n_t·n_s pairs, not n_t²"),
    missed_idea("pairs-of-self-attention",
      n_t * (d_head * n_heads)**2 + n_t**2 * d_head * n_heads,
      "there are n_s keys and values, not n_t: this is self-attention"),
    misconception("pairs-of-all-tokens", PROJECTIONS + (n_t + n_s)**2 * d_head * n_heads,
      "count pairs of queries and keys only, not of any two tokens"),
    misconception("projected-for-each-pair", n_t * n_s * (d_head * n_heads)**2,
      "projecting is done for each token, not for each pair"),
    misconception("projections-missing", PAIRS,
      "the projections are missing, or you count n_heads·d_head for each token; they take its "
      "square, and with wide tokens they cost most"),
    misconception("projections-of-one-token", (d_head * n_heads)**2 + PAIRS,
      "every token is projected, n_t + n_s in all"),
    misconception("costs-multiplied", PROJECTIONS * PAIRS,
      "the costs of projections and pairs add up; you multiply them"),
    misconception("smaller-cost-only", minimum(PROJECTIONS, PAIRS),
      "you have only the smaller of the two costs; they add up, so the larger one counts"),
    misconception("pairs-of-one", PROJECTIONS + n_t * n_s,
      "a pair of a query and a key costs d_head in each head, not 1"),
    misconception("projections-cubed", (n_t + n_s) * (d_head * n_heads)**3 + PAIRS,
      "a token's projections cost the square of n_heads·d_head, not its cube"),
    misconception("pairs-missing", PROJECTIONS,
      "the scores and weighted sums are missing"),
    misconception("softmax-with-a-logarithm", PROJECTIONS + PAIRS + n_t * n_s * n_heads * log(n_s),
      "the softmax takes a constant number of operations for each score at any length: no "
      "logarithm"),
    misconception("scores-without-width", n_t * n_s * n_heads,
      "this is the number of scores only, 1 for each pair and head"),
    misconception("scores-of-one-head-only", n_t * n_s * d_head,
      "these are the scores and weighted sums of one head; the other heads and the projections "
      "count, too"),
    missed_idea("weights-in-memory", (d_head * n_heads)**2,
      "this is the memory for the weights; each token uses all of them"),
]
# fmt: on

question = Growth(SIZES, PROJECTIONS + PAIRS, misconceptions=MISCONCEPTIONS)
