import numpy as np

from .depths import all_serial, apart, clog2, doubled, floor_log2, repeated

WORDS = """
serial-sum-of-u: the U products of a score are added one after another; a tree needs log U steps
serial-sum-of-t: the T exponentials are added one after another; a tree needs log T steps
serial-sums-of-n: sums are formed one term after another; a tree needs log n steps
score-takes-no-time: a score is a sum of U products, which takes time too
sum-takes-no-time: Z is a sum of T exponentials, which takes time too
floor-log2: ⌊log₂⌋, or rounding, is too little where the number of terms is no power of two: a tree
    needs ⌈log₂⌉
one-step-missing: one step is missing: the products of a score take one, and so does the exponential
steps-missing: the products and the exponential are steps too
one-tree: two trees, one after the other: each is rounded up
not-rounded-up: a logarithm is not a whole number of steps: round each up
serial-dot-product: the products of a score are added one after another; here by a tree
serial-exponentials: the exponentials are added one after another; here by a tree
serial-sums: sums are formed one term after another; here by trees
division-included: the division is included; here the time ends with Z
maximum-subtracted: the maximum is found and subtracted; here it isn't
natural-logarithms: these are natural logarithms; a tree adds in pairs, ⌈log₂⌉
number-of-bits: a power of two, 2^k, needs k steps: ⌈log₂⌉, and not the number of bits
sum-missing: Z is a sum over all T keys: a tree of its own
score-sum-missing: a score is a sum of U products: a tree of its own
tree-of-products: the U products of a score are added by a tree; here one after another
all-sums-serial: the T exponentials are added one after another, too; here by a tree
products-one-after-another: the products of a score are formed one after another; they take one step
step-too-many: a step too many: one for all products, then U − 1 additions
"""
ERRORS = """
serial-sum-of-u :: U + log(T)
serial-sum-of-t :: T + log(U)
serial-sums-of-n :: T + U
times-multiplied: what happens one after the other adds up, it doesn't multiply :: log(T)*log(U)
score-takes-no-time :: log(T)
sum-takes-no-time :: log(U)
work: this is the work: how many operations there are, not how long they take :: T*U
tokens-one-after-another: the scores of all tokens are there at the same time :: T*log(U)
sums-take-no-time: with unlimited processors sums still take time :: log(T)/log(T)
texts-summed: nothing is summed over the texts of a batch, and none waits for another
    :: log(B) + log(T) + log(U)
texts-one-after-another: the texts of a batch go through at the same time :: B*(log(T) + log(U))
"""


checks.words(WORDS)
growth_of_softmax = checks.growth(
    softmax_time, share=1 / 2, variables="B T U", expected="log(T) + log(U)", mistakes=ERRORS
)


def cases(rng):
    sizes = (
        doubled(rng, 9, 5),
        doubled(rng, 33, 13),
        doubled(rng, 256, 16),
        doubled(rng, 5, 3),
        doubled(rng, 6, 25),
        (doubled(rng, 1024)[0] + 1, 2),
    )
    return {f"T = {T}, U = {U}": checks.case(T, U) for T, U in sizes}


steps_of_softmax = checks.arrays(
    softmax_depth,
    share=1 / 3,
    oracle=lambda T, U: 1 + clog2(U) + 1 + clog2(T),
    cases=cases,
    seed=441,
    mistakes={
        "floor-log2": lambda T, U: 2 + floor_log2(U) + floor_log2(T),
        "one-step-missing": lambda T, U: 1 + clog2(U) + clog2(T),
        "steps-missing": lambda T, U: clog2(U) + clog2(T),
        "one-tree": lambda T, U: 2 + clog2(T * U),
        "not-rounded-up": lambda T, U: 2 + np.log2(U) + np.log2(T),
        "serial-dot-product": (lambda T, U: U + 1 + clog2(T), lambda T, U: U + 2 + clog2(T)),
        "serial-exponentials": (lambda T, U: 1 + clog2(U) + T, lambda T, U: 2 + clog2(U) + T),
        "serial-sums": (lambda T, U: U + 1 + T, lambda T, U: U + T, lambda T, U: U + 2 + T),
        "division-included": lambda T, U: 3 + clog2(U) + clog2(T),
        "maximum-subtracted": lambda T, U: 3 + clog2(U) + 2 * clog2(T),
        "natural-logarithms": (
            lambda T, U: 2 + np.ceil(np.log(T)) + np.ceil(np.log(U)),
            lambda T, U: 2 + np.log(T) + np.log(U),
        ),
        "number-of-bits": lambda T, U: 2 + T.bit_length() + U.bit_length(),
        "sum-missing": (lambda T, U: 2 + clog2(U), lambda T, U: 1 + clog2(U)),
        "score-sum-missing": (lambda T, U: 2 + clog2(T), lambda T, U: 1 + clog2(T)),
    },
)
# The serial variant of what is wrong with a tree; that is charged once.
AS_IN_TREES = {
    "floor-log2": lambda T, U: U + 1 + floor_log2(T),
    "one-step-missing": lambda T, U: U + clog2(T),
    "steps-missing": (lambda T, U: U - 1 + clog2(T), lambda T, U: U + clog2(T)),
    "not-rounded-up": lambda T, U: U + 1 + np.log2(T),
    "division-included": lambda T, U: U + 2 + clog2(T),
    "maximum-subtracted": lambda T, U: U + 2 + 2 * clog2(T),
    "natural-logarithms": (lambda T, U: U + 1 + np.ceil(np.log(T)), lambda T, U: U + 1 + np.log(T)),
    "number-of-bits": lambda T, U: U + 1 + T.bit_length(),
    "sum-missing": (lambda T, U: U + 1, lambda T, U: U),
}
serial_steps = checks.arrays(
    softmax_depth_serial,
    share=1 / 6,
    oracle=lambda T, U: U + 1 + clog2(T),
    cases=cases,
    seed=441,
    accept=repeated(steps_of_softmax, AS_IN_TREES),
    mistakes={
        "tree-of-products": lambda T, U: 2 + clog2(U) + clog2(T),
        "all-sums-serial": (lambda T, U: U + T, lambda T, U: U + 1 + T),
        "products-one-after-another": lambda T, U: 2 * U + clog2(T),
        "step-too-many": lambda T, U: U + 2 + clog2(T),
    }
    | {name: each for name, each in AS_IN_TREES.items() if name != "division-included"},
)
(
    all_serial(growth_of_softmax).of("softmax_time")
    + steps_of_softmax.of("softmax_depth")
    + apart(serial_steps, "softmax_depth_serial")
)
