from .models import HEADS, LINEAR_BIASES, SIZES

WORDS = """
biases-and-layer-norms: biases and layer norms are counted; here only matrices are
biases-and-all-layer-norms: biases and layer norms are counted, also the last one; here only
    matrices are
layer-norms: layer norms are counted; here only matrices are
all-layer-norms: layer norms are counted, also the last one; here only matrices are
maps-of-full-width: all heads together are as wide as the model: a head's maps go from d_model to
    d_head
maps-of-one-head: the maps of one head are counted: there are n_heads of them
output-projection-for-each-head: there is one output projection in a layer, for all heads together
output-projection-of-one-head: the output projection reads the outputs of all heads, not of one
one-map-missing: there is a map into the hidden layer and one back; one of the two is missing
d-ff-is-4-d-model: d_ff is a size of its own; you take it for 4 d_model
gated-feed-forward: three maps are counted in the feed-forward block, as in a gated one; this one
    has two
all-embeddings: the embeddings of GPT-2 are counted: N is without them
word-embeddings: the embeddings of words are counted: N is without them
biases: biases are counted; here only matrices are
"""


PROJECTED = ("the queries", "the keys", "the values")
OUTPUT = "the output projection"
MAPS = ("the first map of the feed-forward block", "the second map of the feed-forward block")
NORMS = {"layer-norms": "4*n_layers*d_model", "all-layer-norms": "4*n_layers*d_model + 2*d_model"}

checks.words(WORDS)
checks.polynomial(
    non_embedding_parameters,
    variables=SIZES,
    where=HEADS,
    expected=dict.fromkeys((*PROJECTED, OUTPUT), "n_layers*d_model**2")
    | dict.fromkeys(MAPS, "n_layers*d_model*d_ff"),
    mistakes={
        "maps-of-full-width": dict.fromkeys(PROJECTED, "n_layers*n_heads*d_model**2"),
        "maps-of-one-head": dict.fromkeys(PROJECTED, "n_layers*d_model*d_head"),
        "output-projection-for-each-head": {OUTPUT: "n_layers*n_heads*d_model**2"},
        "output-projection-of-one-head": {OUTPUT: "n_layers*d_model*d_head"},
        "one-map-missing": dict.fromkeys(MAPS, "n_layers*d_model*d_ff/2"),
        "d-ff-is-4-d-model": dict.fromkeys(MAPS, "4*n_layers*d_model**2"),
        "gated-feed-forward": {"+": "n_layers*d_model*d_ff"},
        "all-embeddings": {"+": "51281*d_model"},
        "word-embeddings": {"+": "50257*d_model"},
    },
    conventions={"biases": {"+": LINEAR_BIASES}}
    | {label: {"+": count} for label, count in NORMS.items()}
    | {f"biases-and-{name}": {"+": f"{LINEAR_BIASES} + {count}"} for name, count in NORMS.items()},
)
