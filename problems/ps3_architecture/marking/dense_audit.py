from .bytes import BYTES

DENSE_AUDIT_ERRORS = """
printed-maps-left: the printed 3D²/H is left as it is: that is H heads of D/H × D/H, or one head of
    D × D/H; right are H heads of D × D/H, since each reads the whole token :: qkv_weights = 0*d
printed-for-all-heads: the page's 3D²/H is for all H heads already, not 3 (D/H)², that of one
    :: qkv_weights = 3*d**2 - 3*d_head**2
one-map: this is one map; queries, keys and values take three :: qkv_weights = d**2 - d*d_head
    :: qkv_biases = d - 3
one-map-less-three: this is one map, less what is printed for three: queries, keys and values take
    three :: qkv_weights = d**2 - 3*d*d_head
output-projection: an output projection is counted :: qkv_weights = 4*d**2 - 3*d*d_head
    :: qkv_biases = 4*d - 3
maps-of-d-by-d-for-each-head: the maps of a head are D × D/H, and H of them side by side D × D, not
    H times that :: qkv_weights = 3*n_heads*d**2 - 3*d*d_head
one-bias-for-a-map: a map has a bias for each of its D outputs, not one :: qkv_biases = 0*d
biases-of-a-head: a head's biases; there are H heads :: qkv_biases = 3*d_head - 3
one-bias-for-each-head: every feature has a bias: D of them in each map, not one for each head
    :: qkv_biases = 3*n_heads - 3
biases-for-each-head: a map has D biases for all heads together, not for each head
    :: qkv_biases = 3*n_heads*d - 3
weights-for-each-token: the tokens share the weights :: qkv_weights = 3*n*d**2 - 3*d*d_head
biases-for-each-token: the tokens share the biases :: qkv_biases = 3*n*d - 3
bias-for-each-token: a map has a bias for each of its D outputs, not for each token
    :: qkv_biases = 3*n - 3
weights-are-right: the page's number of the dense layer's weights is right: nothing is to be added
    :: dense_weights = n**2*d**2
biases-read-as-weights: the page's N² are its biases; of weights it has one from each input to each
    output, N²D², which is right: nothing is to be added :: dense_weights = n**2*d**2 - n**2
n-times-n: ND outputs times ND inputs, not N times N :: dense_weights = n**2 - n**2*d**2
n-times-d: ND outputs times ND inputs, not N times D :: dense_weights = n*d - n**2*d**2
one-map-for-all-tokens: ND outputs times ND inputs: one map for all tokens is another layer
    :: dense_weights = d**2 - n**2*d**2
bias-for-each-pair: a dense layer has a bias for each of its ND outputs, not for each pair of tokens
    :: dense_biases = 0*d
bias-for-each-token-only: every output has a bias, and there are ND: not one for each token
    :: dense_biases = n - n**2
bias-for-each-feature-only: every output has a bias, and there are ND: not one for each feature
    :: dense_biases = d - n**2
number-less-itself: one of the page's numbers is subtracted from itself
    :: dense_biases = n**2*d**2 - n**2
"""
DENSE_AUDIT_TOGETHER = """
signs-reversed: the signs are reversed: asked for is what has to be added to the printed count
    :: qkv_weights = 3*d*d_head - 3*d**2 && qkv_biases = 3 - 3*d && dense_biases = n**2 - n*d
right-counts-themselves: these are the right counts; asked for is what has to be added to the
    printed ones
    :: qkv_weights = 3*d**2 && qkv_biases = 3*d && dense_weights = n**2*d**2 && dense_biases = n*d
"""
DENSE_AUDIT_CONVENTIONS = """
bytes(2 ~ 4) :: qkv_weights = {}*(3*d**2 - 3*d*d_head) :: qkv_biases = {}*(3*d - 3)
    :: dense_biases = {}*(n*d - n**2)
"""
CORRECTED_DIFFERENCE_ERRORS = """
printed-difference: this is the difference of the page's counts :: n**2*d**2 + n**2 - 3*d*d_head - 3
amounts-alone: by so much the page's difference is off; asked is the right difference
    :: n*d - n**2 - 3*d**2 + 3*d*d_head - 3*d + 3
all-amounts-added: all four amounts are added to the difference of the page's counts; attention's
    are subtracted in it :: n**2*d**2 + n*d + 3*d**2 - 6*d*d_head + 3*d - 6
printed-maps-left :: the weights of queries, keys and values = -3*d*d_head
one-bias-for-a-map :: the biases of queries, keys and values = -3
one-bias-for-each-head :: the biases of queries, keys and values = -3*n_heads
sum-of-amounts: this is the sum of the four amounts; asked is the dense layer's count minus
    attention's :: 3*d**2 - 3*d*d_head + 3*d - 3 + n*d - n**2
bias-for-each-pair :: the dense layer's biases = n**2
other-way-round: the other way round: how many the dense layer has more is asked :: * -1
output-projection :: + -d**2
output-projection-with-biases: an output projection is counted, with its biases :: + -d**2 - d
added-up: the two are added up; their difference is asked :: n**2*d**2 + n*d + 3*d**2 + 3*d
biases-left-out: the biases of both are left out
    :: the dense layer's biases = 0 && the biases of queries, keys and values = 0
"""


SIZES = {"variables": "n d n_heads", "where": {"d": "n_heads*d_head"}}
checks.words(BYTES)
amounts = checks.ledger(
    dense_audit,
    **SIZES,
    other={
        "qkv_weights": "3*d**2 - 3*d*d_head",
        "qkv_biases": "3*d - 3",
        "dense_weights": "0*d",
        "dense_biases": "n*d - n**2",
    },
    mistakes=DENSE_AUDIT_ERRORS,
    conventions=DENSE_AUDIT_CONVENTIONS,
    together=DENSE_AUDIT_TOGETHER,
    share=1 / 2,
)
BY_AMOUNTS = (
    "n**2*d**2 + n**2 - 3*d*d_head - 3"
    " + ({dense_weights}) + ({dense_biases}) - ({qkv_weights}) - ({qkv_biases})"
)
own = {line: count.formula for line, count in (amounts.counted or {}).items()}
is_followed = amounts.may_be_followed and len(own) == 4
difference = checks.polynomial(
    corrected_difference,
    **SIZES,
    expected={
        "the dense layer's weights": "n**2*d**2",
        "the dense layer's biases": "n*d",
        "the weights of queries, keys and values": "-3*d**2",
        "the biases of queries, keys and values": "-3*d",
    },
    given={"dense_audit": BY_AMOUNTS.format(**own)} if is_followed else {},
    mistakes=CORRECTED_DIFFERENCE_ERRORS,
    conventions=BYTES,
    share=1 / 2,
)
amounts + difference
