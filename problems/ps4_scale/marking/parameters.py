from .models import HEADS, LINEAR_BIASES, SIZES

ERRORS = """
maps-of-full-width: all heads together are as wide as the model: a head's maps go from d_model to
    d_head
    :: the queries = n_layers*n_heads*d_model**2 && the keys = n_layers*n_heads*d_model**2
    && the values = n_layers*n_heads*d_model**2
maps-of-one-head: the maps of one head are counted, or each head reads a slice: there are n_heads of
    them, which read all of d_model
    :: the queries = n_layers*d_model*d_head && the keys = n_layers*d_model*d_head
    && the values = n_layers*d_model*d_head
output-projection-for-each-head: there is one output projection in a layer, for all heads together
    :: the output projection = n_layers*n_heads*d_model**2
keys-and-values-shared: each head has its own keys and values; here one map makes them for all heads
    :: the keys = n_layers*d_model*d_head && the values = n_layers*d_model*d_head
output-projection-of-one-head: the output projection reads the outputs of all heads, not of one
    :: the output projection = n_layers*d_model*d_head
one-map-missing: there is a map into the hidden layer and one back; one of the two is missing
    :: the first map of the feed-forward block = n_layers*d_model*d_ff/2
    && the second map of the feed-forward block = n_layers*d_model*d_ff/2
map-within-hidden-layer: one of the two maps of the feed-forward block goes from d_ff to d_ff; each
    connects d_model and d_ff :: the second map of the feed-forward block = n_layers*d_ff**2
d-ff-is-4-d-model: d_ff is a size of its own; you take it for 4 d_model
    :: the first map of the feed-forward block = 4*n_layers*d_model**2
    && the second map of the feed-forward block = 4*n_layers*d_model**2
gated-feed-forward: three maps are counted in the feed-forward block, as in a gated one; this one
    has two :: + n_layers*d_model*d_ff
all-embeddings: the embeddings of GPT-2 are counted: N is without them :: + 51281*d_model
word-embeddings: the embeddings of words are counted: N is without them :: + 50257*d_model
"""
CONVENTIONS = f"""
biases: biases are counted; here only matrices are :: + {LINEAR_BIASES}
bytes(2 ~ 4): so many are the bytes, {{}} for each number; numbers are asked for :: * {{}}
layer-norms: layer norms are counted; here only matrices are :: + 4*n_layers*d_model
all-layer-norms: layer norms are counted, also the last one; here only matrices are
    :: + 4*n_layers*d_model + 2*d_model
biases-and-layer-norms: biases and layer norms are counted; here only matrices are
    :: + {LINEAR_BIASES} + 4*n_layers*d_model
biases-and-all-layer-norms: biases and layer norms are counted, also the last one; here only
    matrices are :: + {LINEAR_BIASES} + 4*n_layers*d_model + 2*d_model
"""


PROJECTED = ("the queries", "the keys", "the values")
OUTPUT = "the output projection"
MAPS = ("the first map of the feed-forward block", "the second map of the feed-forward block")
checks.polynomial(
    non_embedding_parameters,
    variables=SIZES,
    where=HEADS,
    expected=dict.fromkeys((*PROJECTED, OUTPUT), "n_layers*d_model**2")
    | dict.fromkeys(MAPS, "n_layers*d_model*d_ff"),
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
