"""The number of weights."""

from examiner.checks import Adds, Count, Term, Times, convention, misconception

from .models import HEADS, LINEAR_BIASES, SIZES, d_ff, d_head, d_model, n_heads, n_layers

QUERIES = Term("the queries", n_layers * d_model**2)
KEYS = Term("the keys", n_layers * d_model**2)
VALUES = Term("the values", n_layers * d_model**2)
OUTPUT_PROJECTION = Term("the output projection", n_layers * d_model**2)
FIRST_MAP = Term("the first map of the feed-forward block", n_layers * d_model * d_ff)
SECOND_MAP = Term("the second map of the feed-forward block", n_layers * d_model * d_ff)

# fmt: off
MISCONCEPTIONS = [
    misconception("maps-of-full-width",
      {QUERIES: n_layers * n_heads * d_model**2, KEYS: n_layers * n_heads * d_model**2,
       VALUES: n_layers * n_heads * d_model**2},
      "the heads together are as wide as the model: a head's maps go from d_model to d_head"),
    misconception("maps-of-one-head",
      {QUERIES: n_layers * d_model * d_head, KEYS: n_layers * d_model * d_head,
       VALUES: n_layers * d_model * d_head},
      "you count the maps of one head, or each head reads only a slice; there are n_heads "
      "heads, and each reads all d_model numbers"),
    misconception("output-projection-for-each-head",
      {OUTPUT_PROJECTION: n_layers * n_heads * d_model**2},
      "a layer has one output projection, for all heads together"),
    misconception("keys-and-values-shared",
      {KEYS: n_layers * d_model * d_head, VALUES: n_layers * d_model * d_head},
      "each head has its own keys and values; in your count, one map makes them for all heads"),
    misconception("output-projection-of-one-head", {OUTPUT_PROJECTION: n_layers * d_model * d_head},
      "the output projection reads the outputs of all heads, not of one"),
    misconception("one-map-missing",
      {FIRST_MAP: n_layers * d_model * d_ff / 2,
       SECOND_MAP: n_layers * d_model * d_ff / 2},
      "there is a map into the hidden layer and a map back; one of the two is missing"),
    misconception("map-within-hidden-layer",
      {SECOND_MAP: n_layers * d_ff**2},
      "in your count, one map of the feed-forward block goes from d_ff to d_ff; each connects "
      "d_model and d_ff"),
    misconception("d-ff-is-4-d-model",
      {FIRST_MAP: 4 * n_layers * d_model**2,
       SECOND_MAP: 4 * n_layers * d_model**2},
      "d_ff is a size of its own; you assume 4 d_model"),
    misconception("gated-feed-forward", Adds(n_layers * d_model * d_ff),
      "three maps are counted in the feed-forward block, as in a gated one; this one has two"),
    convention("all-embeddings", Adds(51281 * d_model),
      "the embeddings of GPT-2 are counted; N excludes them"),
    convention("word-embeddings", Adds(50257 * d_model),
      "the embeddings of words are counted; N excludes them"),
]
CONVENTIONS = [
    convention("biases", Adds(LINEAR_BIASES),
      "biases are counted; count only matrices here"),
    *[convention(f"bytes({k})", Times(k),
      f"this counts bytes, {k} for each number; the question asks for numbers") for k in (2, 4)],
    convention("layer-norms", Adds(4 * n_layers * d_model),
      "layer norms are counted; count only matrices here"),
    convention("all-layer-norms", Adds(4 * n_layers * d_model + 2 * d_model),
      "layer norms are counted, also the last one; count only matrices here"),
    convention("biases-and-layer-norms", Adds(LINEAR_BIASES + 4 * n_layers * d_model),
      "biases and layer norms are counted; count only matrices here"),
    convention("biases-and-all-layer-norms",
      Adds(LINEAR_BIASES + 4 * n_layers * d_model + 2 * d_model),
      "biases and layer norms are counted, also the last one; count only matrices here"),
]
# fmt: on

question = Count(
    SIZES,
    [QUERIES, KEYS, VALUES, OUTPUT_PROJECTION, FIRST_MAP, SECOND_MAP],
    where=HEADS,
    misconceptions=[*MISCONCEPTIONS, *CONVENTIONS],
)
