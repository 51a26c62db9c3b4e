from dataclasses import replace


def following(difference, amounts):
    """All points for a difference that follows from the student's own amounts, if these earned
    half."""
    if 2 * amounts.points < amounts.max_points or difference.counted is None:
        return difference
    try:
        weights, biases, dense_weights, dense_biases = (
            amounts.counted[line]
            for line in ("qkv_weights", "qkv_biases", "dense_weights", "dense_biases")
        )
    except KeyError:  # a line that is missing, or no count
        return difference
    of_counts = type(weights).parse
    printed = of_counts(
        "n**2*n_heads**2*d_head**2 + n**2 - 3*n_heads*d_head**2 - 3", weights.variables
    )
    if difference.counted != printed + dense_weights + dense_biases - weights - biases:
        return difference
    points = difference.max_points
    right = "right, given your four amounts"
    finding = checks.Finding("the corrected difference", right, points, points, passed=True)
    return replace(difference, points=points, findings=(finding,))


SIZES = {"variables": "n d n_heads", "where": {"d": "n_heads*d_head"}}
WHOLE = (
    "the printed 3D²/H is left as it is: that is H heads of D/H × D/H, or one head of D × D/H;"
    " right are H heads of D × D/H, since each reads the whole token"
)
PER_OUTPUT = "a map has a bias for each of its D outputs, not one"
BIAS_OF_FEATURES = "every feature has a bias: D of them in each map, not one for each head"
PER_NUMBER = "a dense layer has a bias for each of its ND outputs, not for each pair of tokens"
amounts = checks.ledger(
    dense_audit,
    **SIZES,
    other={
        "qkv_weights": "3*d**2 - 3*d*d_head",
        "qkv_biases": "3*d - 3",
        "dense_weights": "0*d",
        "dense_biases": "n*d - n**2",
    },
    mistakes={
        "qkv_weights": {
            WHOLE: "0*d",
            "this is one map; queries, keys and values take three": "d**2 - d*d_head",
            "this is one map, less what is printed for three: queries, keys and values take"
            " three": ("d**2 - 3*d*d_head"),
            "an output projection is counted": "4*d**2 - 3*d*d_head",
            "the maps of a head are D × D/H, and H of them side by side D × D, not H times that": (
                "3*n_heads*d**2 - 3*d*d_head"
            ),
        },
        "qkv_biases": {
            PER_OUTPUT: "0*d",
            "a head's biases; there are H heads": "3*d_head - 3",
            BIAS_OF_FEATURES: "3*n_heads - 3",
            "a map has D biases for all heads together, not for each head": "3*n_heads*d - 3",
            "an output projection is counted": "4*d - 3",
            "the tokens share the biases": "3*n*d - 3",
            "a map has a bias for each of its D outputs, not for each token": "3*n - 3",
            "this is one map; queries, keys and values take three": "d - 3",
        },
        "dense_weights": {
            "ND outputs times ND inputs, not N times N": "n**2 - n**2*d**2",
            "ND outputs times ND inputs, not N times D": "n*d - n**2*d**2",
            "ND outputs times ND inputs: one map for all tokens is another layer": (
                "d**2 - n**2*d**2"
            ),
        },
        "dense_biases": {
            PER_NUMBER: "0*d",
            "every output has a bias, and there are ND: not one for each token": "n - n**2",
            "every output has a bias, and there are ND: not one for each feature": "d - n**2",
            "one of the page's numbers is subtracted from itself": "n**2*d**2 - n**2",
        },
    },
    together={
        "the signs are reversed: asked for is what has to be added to the printed count": {
            "qkv_weights": "3*d*d_head - 3*d**2",
            "qkv_biases": "3 - 3*d",
            "dense_biases": "n**2 - n*d",
        },
        "these are the right counts; asked for is what has to be added to the printed ones": {
            "qkv_weights": "3*d**2",
            "qkv_biases": "3*d",
            "dense_weights": "n**2*d**2",
            "dense_biases": "n*d",
        },
    },
    share=1 / 2,
)
difference = checks.polynomial(
    corrected_difference,
    **SIZES,
    expected={
        "the dense layer's weights": "n**2*d**2",
        "the dense layer's biases": "n*d",
        "the weights of queries, keys and values": "-3*d**2",
        "the biases of queries, keys and values": "-3*d",
    },
    mistakes={
        "this is the printed difference": "n**2*d**2 + n**2 - 3*d*d_head - 3",
        "all four amounts are added to the printed difference; attention's are subtracted in it": (
            "n**2*d**2 + n*d + 3*d**2 - 6*d*d_head + 3*d - 6"
        ),
        WHOLE: {"the weights of queries, keys and values": "-3*d*d_head"},
        PER_OUTPUT: {"the biases of queries, keys and values": "-3"},
        BIAS_OF_FEATURES: {"the biases of queries, keys and values": "-3*n_heads"},
        "this is the sum of the four amounts; asked is the dense layer's count minus attention's": (
            "3*d**2 - 3*d*d_head + 3*d - 3 + n*d - n**2"
        ),
        PER_NUMBER: {"the dense layer's biases": "n**2"},
        "the other way round: how many the dense layer has more is asked": {"*": "-1"},
        "an output projection is counted": {"+": "-d**2"},
        "an output projection is counted, with its biases": {"+": "-d**2 - d"},
        "the two are added up; their difference is asked": ("n**2*d**2 + n*d + 3*d**2 + 3*d"),
        "the biases of both are left out": {
            "the dense layer's biases": "0",
            "the biases of queries, keys and values": "0",
        },
    },
    share=1 / 2,
)
amounts + following(difference, amounts)
