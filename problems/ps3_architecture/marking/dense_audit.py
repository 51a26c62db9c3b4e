"""The errors in a page's counts for attention and a dense layer."""

from examiner.checks import (
    Choices,
    Functions,
    Ledger,
    OwnLines,
    Term,
    carried_forward,
    convention,
    formula_of,
    misconception,
    sizes,
)

from .bytes import bytes_message

SIZES = n, d, n_heads = sizes("n d n_heads")
(d_head,) = sizes("d_head")
WHERE = {d: n_heads * d_head}

QKV_WEIGHTS = Term("qkv_weights", 3 * d**2 - 3 * d * d_head)
QKV_BIASES = Term("qkv_biases", 3 * d - 3)
DENSE_WEIGHTS = Term("dense_weights", 0 * d)
DENSE_BIASES = Term("dense_biases", n * d - n**2)
AMOUNT_LINES = [QKV_WEIGHTS, QKV_BIASES, DENSE_WEIGHTS, DENSE_BIASES]
PRINTED = {
    QKV_WEIGHTS: 3 * d * d_head,
    QKV_BIASES: formula_of(3),
    DENSE_WEIGHTS: n**2 * d**2,
    DENSE_BIASES: n**2,
}

# fmt: off
PRINTED_MAPS_LEFT = (
    "you keep the printed 3D²/H, which counts H heads of D/H × D/H, or one head of D × D/H; "
    "there are H heads of D × D/H, since each reads the whole token"
)
ONE_BIAS_FOR_A_MAP = "a map has a bias for each of its D outputs, not a single one"
ONE_BIAS_FOR_EACH_HEAD = "every feature has a bias: D biases in each map, not one for each head"
BIAS_FOR_EACH_PAIR = (
    "a dense layer has a bias for each of its LD outputs, not for each pair of tokens"
)
OUTPUT_PROJECTION = "an output projection is counted"
AMOUNT_MISCONCEPTIONS = [
    misconception("printed-maps-left", {QKV_WEIGHTS: 0 * d},
      PRINTED_MAPS_LEFT),
    misconception("printed-for-all-heads", {QKV_WEIGHTS: 3 * d**2 - 3 * d_head**2},
      "the page's 3D²/H already counts all H heads; a single head would have 3 (D/H)²"),
    misconception("one-map", [{QKV_WEIGHTS: d**2 - d * d_head}, {QKV_BIASES: d - 3}],
      "this counts one map; queries, keys and values need three"),
    misconception("one-map-less-three", {QKV_WEIGHTS: d**2 - 3 * d * d_head},
      "this is one map minus the printed number for three; queries, keys and values need three "
      "maps"),
    convention("output-projection",
      [{QKV_WEIGHTS: 4 * d**2 - 3 * d * d_head}, {QKV_BIASES: 4 * d - 3}],
      OUTPUT_PROJECTION),
    misconception("maps-of-d-by-d-for-each-head",
      {QKV_WEIGHTS: 3 * n_heads * d**2 - 3 * d * d_head},
      "a head's map is D × D/H, so the H maps side by side are D × D, not H times that"),
    misconception("one-bias-for-a-map", {QKV_BIASES: 0 * d},
      ONE_BIAS_FOR_A_MAP),
    misconception("biases-of-a-head", {QKV_BIASES: 3 * d_head - 3},
      "these are the biases of one head; there are H heads"),
    misconception("one-bias-for-each-head", {QKV_BIASES: 3 * n_heads - 3},
      ONE_BIAS_FOR_EACH_HEAD),
    misconception("biases-for-each-head", {QKV_BIASES: 3 * n_heads * d - 3},
      "a map has D biases for all heads together, not for each head"),
    misconception("weights-for-each-token", {QKV_WEIGHTS: 3 * n * d**2 - 3 * d * d_head},
      "the tokens share the weights"),
    misconception("biases-for-each-token", {QKV_BIASES: 3 * n * d - 3},
      "the tokens share the biases"),
    misconception("bias-for-each-token", {QKV_BIASES: 3 * n - 3},
      "a map has a bias for each of its D outputs, not for each token"),
    misconception("weights-are-right", {DENSE_WEIGHTS: n**2 * d**2},
      "the page's number of weights of the dense layer is right: the amount to add is 0"),
    misconception("biases-read-as-weights", {DENSE_WEIGHTS: n**2 * d**2 - n**2},
      "the page's L² is its number of biases. Its number of weights is L²D², one from each "
      "input to each output, and this is right: the amount to add is 0"),
    misconception("n-times-n", {DENSE_WEIGHTS: n**2 - n**2 * d**2},
      "LD outputs times LD inputs, not L times L"),
    misconception("n-times-d", {DENSE_WEIGHTS: n * d - n**2 * d**2},
      "LD outputs times LD inputs, not L times D"),
    misconception("one-map-for-all-tokens", {DENSE_WEIGHTS: d**2 - n**2 * d**2},
      "LD outputs times LD inputs: one map for all tokens is another layer"),
    misconception("bias-for-each-pair", {DENSE_BIASES: 0 * d},
      BIAS_FOR_EACH_PAIR),
    misconception("bias-for-each-token-only", {DENSE_BIASES: n - n**2},
      "each of the LD outputs has a bias, not each token"),
    misconception("bias-for-each-feature-only", {DENSE_BIASES: d - n**2},
      "each of the LD outputs has a bias, not each feature"),
    misconception("number-less-itself", {DENSE_BIASES: n**2 * d**2 - n**2},
      "you subtract one of the page's numbers from itself"),
    misconception("signs-reversed",
      {QKV_WEIGHTS: 3 * d * d_head - 3 * d**2, QKV_BIASES: 3 - 3 * d, DENSE_BIASES: n**2 - n * d},
      "the signs are reversed: the question asks for the amount to add to the printed count"),
    misconception("right-counts-themselves",
      {QKV_WEIGHTS: 3 * d**2, QKV_BIASES: 3 * d, DENSE_WEIGHTS: n**2 * d**2, DENSE_BIASES: n * d},
      "these are the right counts; the question asks for the amounts to add to the printed ones"),
    *[convention(f"bytes({k})",
      [{QKV_WEIGHTS: k * (3 * d**2 - 3 * d * d_head)}, {QKV_BIASES: k * (3 * d - 3)},
       {DENSE_BIASES: k * (n * d - n**2)}],
      bytes_message(k)) for k in (2, 4)],
]
# fmt: on

HEADS = "Each head reads all D features of a token, so a matrix of a head is D/H × D"
NO_EXCUSE = "No line above implies this"
BIASES_OF_MAPS = "Each output of a map has a bias of its own"
BIASES_OF_OUTPUTS = "Each of the LD outputs of the dense layer has a bias of its own"
FROM_LINE_1 = "By line 1 this number is right, so the line has no error of its own"
FROM_LINE_5 = "By lines 4 and 5 this is right: both numbers grow with L²"
LINES = Choices(
    {"1": "wrong", "2": "follows", "3": "wrong", "4": "right", "5": "wrong", "6": "follows"},
    options=["right", "wrong", "follows"],
    why={
        "1": {"right": HEADS, "follows": "Line 1 is the first line: nothing stands above it"},
        "2": {"right": f"{HEADS}; so this number is too small", "wrong": FROM_LINE_1},
        "3": {"right": BIASES_OF_MAPS, "follows": NO_EXCUSE},
        "4": "There are LD inputs and LD outputs, so the number of weights is L²D²",
        "5": {"right": BIASES_OF_OUTPUTS, "follows": NO_EXCUSE},
        "6": {
            "right": "The dense layer has LD biases, and these only double",
            "wrong": FROM_LINE_5,
        },
    },
    share=3 / 5,
)


def by_own_counts() -> OwnLines:
    """Return the amounts that lead from the printed counts to the student's own counts of 1.2."""
    earlier = carried_forward("attention_counts")
    own = earlier.counts if earlier else {}
    return {
        line.name: {"attention_counts": formula_of(own[line.name]) - printed}
        for line, printed in PRINTED.items()
        if line.name in own and own[line.name].terms
    }


AMOUNTS = Ledger(
    SIZES,
    AMOUNT_LINES,
    misconceptions=AMOUNT_MISCONCEPTIONS,
    where=WHERE,
    given=by_own_counts,
    share=2 / 5,
)
question = Functions(audit_lines=LINES, dense_audit=AMOUNTS)
