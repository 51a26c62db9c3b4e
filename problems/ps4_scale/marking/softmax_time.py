from .depths import (
    DEPTHS,
    IN_DEPTHS,
    SERIAL_DEPTHS,
    all_serial,
    apart,
    clog2,
    depth,
    doubled,
    off_alike,
    repeated,
)

OF_GROWTH = """
serial-sum-of-u: the U products of a score are added one after another; a tree needs log U steps
    :: U + log(T)
serial-sum-of-t: the T exponentials are added one after another; a tree needs log T steps
    :: T + log(U)
serial-sums-of-n: sums are formed one term after another; a tree needs log n steps :: T + U
times-multiplied: what happens one after the other adds up, it doesn't multiply :: log(T)*log(U)
score-takes-no-time: a score is a sum of U products, which takes time too :: log(T)
sum-takes-no-time: Z is a sum of T exponentials, which takes time too :: log(U)
work: this is the work: how many operations there are, not how long they take :: T*U
tokens-one-after-another: the scores of all tokens are there at the same time :: T*log(U)
sums-take-no-time: with unlimited processors sums still take time :: log(T)/log(T)
texts-summed: nothing is summed over the texts of a batch, and none waits for another
    :: log(B) + log(T) + log(U)
"""
IN_BOTH = f"""{IN_DEPTHS}
natural-logarithms: these are natural logarithms; a tree adds in pairs, ⌈log₂⌉
    :: math.log2 -> math.log :: math.ceil(math.log2(n)) -> math.log(n)
number-of-bits: a power of two, 2^k, needs k steps: ⌈log₂⌉, and not the number of bits
    :: math.ceil(math.log2(n)) -> n.bit_length()
sum-missing: Z is a sum over all T keys: a tree of its own :: return scores + [1 ~ 0]
"""
BY_TREES = f"""{IN_BOTH}
division-included: the division is included; here the time ends with Z :: return _ + 1
steps-missing: the products and the exponential are steps too :: return _ - 2
one-tree: two trees, one after the other: each is rounded up :: return 2 + tree(T * U)
serial-dot-product: the products of a score are added one after another; here by a tree
    :: scores = U + [0 ~ 1]
serial-exponentials: the exponentials are added one after another; here by a tree
    :: return scores + T + [0 ~ 1]
serial-sums: sums are formed one term after another; here by trees :: return U + T + [1 ~ 0 ~ 2]
score-sum-missing: a score is a sum of U products: a tree of its own :: scores = [1 ~ 0]
"""
SERIALLY = f"""{IN_BOTH}
step-too-many: a step too many: the division is included, and here the time ends with Z; or the
    products take one for all of them, then there are U − 1 additions :: return _ + 1
steps-missing :: return _ - [2 ~ 1]
tree-of-products: the U products of a score are added by a tree; here one after another
    :: scores = 1 + tree(U)
all-sums-serial: the T exponentials are added one after another, too; here by a tree
    :: return U + T + [0 ~ 1]
products-one-after-another: the products of a score are formed one after another; they take one step
    :: scores = 2 * U - 1
"""
# As in the depth by trees, where that is charged already.
AS_BY_TREES = f"""{SERIALLY}
division-included :: return _ + 1
serial-exponentials :: return U + T + [0 ~ 1]
serial-sums :: return U + T + [0 ~ 1]
"""


def by_trees(T, U):
    return 1 + clog2(U) + 1 + clog2(T)


def serially(T, U):
    return U + 1 + clog2(T)


growth_of_softmax = checks.growth(
    softmax_time, share=1 / 2, variables="B T U", expected="log(T) + log(U)", mistakes=OF_GROWTH
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
    oracle=by_trees,
    cases=cases,
    reference=depth(DEPTHS, "softmax_depth"),
    mistakes=BY_TREES,
)
alike = off_alike(softmax_depth, by_trees, serially)
serial = depth(SERIAL_DEPTHS, "softmax_depth")
serial_steps = checks.arrays(
    softmax_depth_serial,
    share=1 / 6,
    oracle=serially,
    cases=cases,
    accept=lambda drawn: repeated(steps_of_softmax, serial, AS_BY_TREES) | alike(drawn),
    reference=serial,
    mistakes=SERIALLY,
)
(
    all_serial(growth_of_softmax).of("softmax_time")
    + steps_of_softmax.of("softmax_depth")
    + apart(serial_steps, "softmax_depth_serial")
)
