from .models import BIASES, HEADS, LINEAR_BIASES, SIZES

NORMS = {
    "layer norms are counted; here only matrices are": "4*n_layers*d_model",
    "layer norms are counted, also the last one; here only matrices are": (
        "4*n_layers*d_model + 2*d_model"
    ),
}

checks.polynomial(
    non_embedding_parameters,
    variables=SIZES,
    where=HEADS,
    expected={
        "the queries": "n_layers*d_model**2",
        "the keys": "n_layers*d_model**2",
        "the values": "n_layers*d_model**2",
        "the output projection": "n_layers*d_model**2",
        "the first map of the feed-forward block": "n_layers*d_model*d_ff",
        "the second map of the feed-forward block": "n_layers*d_model*d_ff",
    },
    mistakes={
        "all heads together are as wide as the model: a head's maps go from d_model to d_head": (
            dict.fromkeys(("the queries", "the keys", "the values"), "n_layers*n_heads*d_model**2")
        ),
        "the maps of one head are counted: there are n_heads of them": dict.fromkeys(
            ("the queries", "the keys", "the values"), "n_layers*d_model*d_head"
        ),
        "there is one output projection in a layer, for all heads together": {
            "the output projection": "n_layers*n_heads*d_model**2"
        },
        "the output projection reads the outputs of all heads, not of one": {
            "the output projection": "n_layers*d_model*d_head"
        },
        "there is a map into the hidden layer and one back; one of the two is missing": {
            "the first map of the feed-forward block": "n_layers*d_model*d_ff/2",
            "the second map of the feed-forward block": "n_layers*d_model*d_ff/2",
        },
        "d_ff is a size of its own; you take it for 4 d_model": dict.fromkeys(
            (
                "the first map of the feed-forward block",
                "the second map of the feed-forward block",
            ),
            "4*n_layers*d_model**2",
        ),
        "three maps are counted in the feed-forward block, as in a gated one; this one has two": {
            "+": "n_layers*d_model*d_ff"
        },
        "the embeddings of GPT-2 are counted: N is without them": {"+": "51281*d_model"},
        "the embeddings of words are counted: N is without them": {"+": "50257*d_model"},
    },
    conventions={BIASES: {"+": LINEAR_BIASES}}
    | {label: {"+": count} for label, count in NORMS.items()}
    | {
        f"biases and {label}": {"+": f"{LINEAR_BIASES} + {count}"} for label, count in NORMS.items()
    },
)
