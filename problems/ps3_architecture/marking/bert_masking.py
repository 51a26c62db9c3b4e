"""Training examples for BERT's first task: the tokens that are chosen, and their replacements."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from examiner.checks import (
    SIGMAS,
    AskedAnswer,
    Properties,
    Property,
    as_array,
    ask,
    draw_seed,
    in_fresh_process,
)

MASK_ID = 3
FEWEST, MOST = 0.005, 0.95  # every misreading of the rule changes a share between these
# Rows of the large text in a second call: no two draws give all of them the same examples, and an
# answer with Python's loops takes much longer for all 150 rows.
ROWS_AGAIN = 10
EVERYWHERE = "every token is a target; tokens that are not predicted need the target −1"

Arguments = tuple[np.ndarray, int, int, int]  # tokens, mask_id, vocab_size, seed


@dataclass(frozen=True)
class Texts:
    """The arguments of the calls with results that the checks count.

    Attributes:
        large: A text that is long enough to estimate shares.
        few_words: A text of seven words with a vocabulary of eleven, to test the random tokens.
        any_words: A text in which every fifth token is the mask.
    """

    large: Arguments
    few_words: Arguments
    any_words: Arguments


def tokens_without_mask(
    rng: np.random.Generator, vocab_size: int, shape: tuple[int, ...]
) -> np.ndarray:
    """Draw tokens other than the mask."""
    tokens = rng.integers(vocab_size - 1, size=shape)
    return tokens + (tokens >= MASK_ID)


@lru_cache(maxsize=2)
def drawn(seed_of_large: int, seed_of_small: int) -> Texts:
    """Draw the texts from these seeds."""
    large, small = (np.random.default_rng(seed) for seed in (seed_of_large, seed_of_small))
    return Texts(
        large=(tokens_without_mask(large, 500, (150, 400)), MASK_ID, 500, 17),
        few_words=(tokens_without_mask(small, 7, (40_000,)), MASK_ID, 11, 18),
        any_words=(small.integers(5, size=(100, 200)), MASK_ID, 5, 19),
    )


def texts() -> Texts:
    """Return the texts for this submission."""
    return drawn(draw_seed(71), draw_seed(72))


class Example(NamedTuple):
    """A training example as the student meant it.

    Attributes:
        inputs: The tokens that the model reads.
        targets: The tokens that the model predicts; -1 elsewhere.
        chosen: A mask of the chosen tokens.
        issue: What is wrong with the form of the targets; "" if nothing is.
    """

    inputs: np.ndarray
    targets: np.ndarray
    chosen: np.ndarray
    issue: str


def read(answer: AskedAnswer, arguments: Arguments) -> Example:
    """Ask for a training example, and read it as the student meant it.

    The answer may use another number than -1, exchange the two arrays, or change a token that is no
    target. That is one slip, and the checks go on with the intended example.
    """
    tokens, issue = arguments[0], ""
    inputs, targets = answer(*arguments)
    if np.isnan(targets).any():
        targets = np.nan_to_num(targets, nan=-1)
        issue = "targets are NaN for tokens that are not predicted; use −1 for them"
    if (inputs == -1).any() and not (targets == -1).any():
        inputs, targets, issue = targets, inputs, "return the inputs first, then the targets"
    nothing = -1
    values, counts = np.unique(targets, return_counts=True)
    if np.array_equal(targets, tokens):
        return Example(inputs, targets, inputs != tokens, EVERYWHERE)
    if -1 not in values and max(counts) > tokens.size / 2:
        nothing = values[np.argmax(counts)]
        issue = f"targets are {nothing:g} for tokens that are not predicted; use −1 for them"
    return Example(inputs, targets, (targets != nothing) | (inputs != tokens), issue)


def is_off(count: int, n: int, share: float) -> bool:
    """Return whether a count among n is too far from n * share to be chance."""
    return bool(abs(count - n * share) > SIGMAS * np.sqrt(n * share * (1 - share)))


def is_scattered(chosen: np.ndarray, group: np.ndarray) -> bool:
    """Return whether the shares of chosen tokens differ more between groups than chance explains.

    The test is a chi-square test.
    """
    sizes = np.bincount(group.ravel())
    counts = np.bincount(group.ravel(), weights=chosen.ravel())[sizes > 0]
    sizes = sizes[sizes > 0]
    squares = np.sum((counts - 0.15 * sizes) ** 2 / (sizes * 0.15 * 0.85))
    return bool(squares > len(sizes) + SIGMAS * np.sqrt(2 * len(sizes)))


def number_of(places: np.ndarray) -> int:
    """Count the True entries."""
    return int(np.count_nonzero(places))


def percent(count: int, n: int) -> str:
    """Format a share in percent."""
    return f"{100 * count / max(n, 1):.3g} %"


def hardly_masked(answer: AskedAnswer) -> str:
    """Return a message if too few or too many tokens are changed for a test of the rule.

    An answer that chooses a single token, or keeps nothing of the text, has all other properties.
    """
    for arguments in (texts().large, texts().few_words):
        tokens = arguments[0]
        changed = number_of(read(answer, arguments)[0] != tokens)
        if not FEWEST <= changed / tokens.size <= MOST:
            return (
                f"of {tokens.size:,} tokens, {percent(changed, tokens.size)} are changed in inputs"
            )
    return ""


def others_stay(answer: AskedAnswer, rng: np.random.Generator) -> str:
    """Check that the targets are the chosen tokens, and that all other tokens stay."""
    for arguments in (texts().large, texts().few_words):
        tokens = arguments[0]
        inputs, targets, _, issue = read(answer, arguments)
        if issue == EVERYWHERE:
            continue  # `share_of_chosen` reports this
        if issue:
            return issue
        predicted = targets != -1
        if not predicted.any():
            return "all targets are −1: no token is chosen"
        if predicted.all():
            return "no target is −1: every token is predicted"
        if np.any(targets[predicted] != tokens[predicted]):
            equal_inputs = np.array_equal(targets[predicted], inputs[predicted])
            what = "the tokens of inputs" if equal_inputs else "other tokens"
            if equal_inputs and changes_tokens(answer, arguments):
                return WRITTEN_OVER
            return f"targets hold {what} for chosen tokens; they need the original tokens"
        changed = number_of((inputs != tokens) & ~predicted)
        if changed:
            return f"{changed} tokens with target −1 are changed in inputs"
    return hardly_masked(answer)


WRITTEN_OVER = (
    "your function changes its argument tokens, and takes the targets from it afterwards: work "
    "on a copy, so that the targets are the original tokens"
)


def changes_tokens(answer: AskedAnswer, arguments: Arguments) -> bool:
    """Return whether the answer changes its argument `tokens`."""
    (outcome,) = ask(answer.function, [arguments], arguments_return=True)
    return outcome.arguments_after is not None and not np.array_equal(
        outcome.arguments_after[0][0], arguments[0]
    )


def share_of_chosen(answer: AskedAnswer, rng: np.random.Generator) -> str:
    """Check that 15 % of the tokens are chosen, each independently."""
    text = texts().large
    tokens = text[0]
    _, _, chosen, issue = read(answer, text)
    if issue == EVERYWHERE:
        return EVERYWHERE
    count, n = number_of(chosen), tokens.size
    if (chosen == chosen[0]).all():
        return "the same places are chosen in every row; draw a number for each token"
    if is_off(count, n, 0.15):
        known = {
            0.85: ": it is the other way round, and the other tokens are chosen",
            0.135: (
                ": you leave out the chosen tokens that keep their value; they are predicted, too"
            ),
            1 - np.exp(-0.15): ": some places are drawn more than once, but count only once",
            0.35: ": 80, 10 and 10 % are shares of the 15 %, not of all tokens",
            1.0: ": every token is",
        }
        if keeps_some(answer):
            del known[0.135]
        why = next((text for share, text in known.items() if not is_off(count, n, share)), "")
        if all_masked_are_15_percent(answer):
            why = f": {MASKED}"
        return f"of {n:,} tokens, {percent(count, n)} are chosen{why}"
    if never := np.flatnonzero(~chosen.any(axis=0)).size:  # with 150 rows, this is no chance
        places = "a place" if never == 1 else f"{never} places"
        return f"in {places} of the rows, no token is ever chosen; every place can be chosen"
    rows_and_columns = np.indices(tokens.shape)
    groups: dict[str, np.ndarray] = {
        "rows": rows_and_columns[0],
        "places in a row": rows_and_columns[1],
        "words": tokens,
    }
    for what, group in groups.items():
        if is_scattered(chosen, group):
            return f"some {what} have more chosen tokens than others, by more than chance"
    for what, (one, other) in {
        "side by side in a row": (chosen[:, :-1], chosen[:, 1:]),
        "one below the other": (chosen[:-1], chosen[1:]),
    }.items():
        p, n = 0.15**2, one.size
        spread = np.sqrt(n * (p * (1 - p) + 2 * (0.15**3 - p**2)))
        if abs(number_of(one & other) - n * p) > SIGMAS * spread:
            return f"tokens {what} are not chosen independently"
    return words_left_out(answer)


def keeps_some(answer: AskedAnswer) -> bool:
    """Return whether some of the chosen tokens keep their value and are targets."""
    text = texts().large
    inputs, _, chosen, _ = read(answer, text)
    return bool(np.any(chosen & (inputs == text[0])))


MASKED = "15 % of all tokens are masked; instead, choose 15 % and mask 80 % of the chosen ones"


def all_masked_are_15_percent(answer: AskedAnswer) -> bool:
    """Return whether 15 % of all tokens are masked, instead of 80 % of a chosen 15 %.

    Random and kept tokens then come on top, so that more than 15 % are chosen.
    """
    inputs, _, chosen, _ = read(answer, texts().large)
    masked = int(number_of(chosen & (inputs == MASK_ID)))
    return masked < int(number_of(chosen)) and not is_off(masked, inputs.size, 0.15)


def words_left_out(answer: AskedAnswer) -> str:
    """Return a message on words that are chosen too rarely, such as mask_id."""
    text = texts().any_words
    tokens = text[0]
    _, _, chosen, _ = read(answer, text)
    among = {word: chosen[tokens == word] for word in np.unique(tokens)}
    off = {w: a for w, a in among.items() if is_off(number_of(a), a.size, 0.15)}
    if not off:
        return ""
    words = " or ".join("mask_id" if word == MASK_ID else str(word) for word in off)
    count, n = (sum(how(a) for a in off.values()) for how in (number_of, np.size))
    chosen_of = f"of the {n:,} tokens that are {words}, {percent(count, n)} are chosen"
    return f"{chosen_of}; every word can be chosen"


def three_fates(answer: AskedAnswer, rng: np.random.Generator) -> str:
    """Check that 80 % of the chosen tokens are masked, 10 % become random, and 10 % are kept."""
    text = texts().large
    tokens, mask_id, vocab_size, _ = text
    inputs, _, chosen, _ = read(answer, text)
    if not chosen.any() or chosen.all():
        return "no tokens are chosen, or all of them"
    hit = 0.1 / vocab_size  # random tokens that are mask_id or the original by chance
    expected = {"become mask_id": 0.8 + hit, "are random": 0.1 - 2 * hit, "stay": 0.1 + hit}
    count, n = number_of(chosen), chosen.size
    if not is_off(count, n, 0.135) and not keeps_some(answer):
        # Kept tokens are no targets. `share_of_chosen` reports this.
        expected = {"become mask_id": 8 / 9, "are random": 1 / 9, "stay": 0.0}
    if all_masked_are_15_percent(answer) and not is_off(count, n, 0.18):
        # Random and kept tokens are each a tenth of 15 %. `share_of_chosen` reports this, too.
        expected = {"become mask_id": 10 / 12, "are random": 1 / 12, "stay": 1 / 12}
    fates = {"become mask_id": inputs == mask_id, "stay": inputs == tokens}
    fates["are random"] = ~fates["become mask_id"] & ~fates["stay"]
    places = {
        "": np.ones(tokens.shape, dtype=bool),
        "in the upper half of the text, ": np.arange(tokens.shape[0])[:, None] < 75,
        "in the left half of the text, ": np.arange(tokens.shape[1])[None, :] < 200,
    }
    for place, there in places.items():
        n = number_of(chosen & there)
        counts = {name: number_of(fate & chosen & there) for name, fate in fates.items()}
        if any(is_off(counts[name], n, share) for name, share in expected.items()):
            shares = ", ".join(f"{percent(counts[name], n)} {name}" for name in expected)
            why = _known(counts, n, place)
            if n in counts.values() and is_one_fate_for_all(answer):
                why = (
                    ": all chosen tokens of a call are treated in the same way; draw a number "
                    "for each"
                )
            return f"{place}of the {n:,} chosen tokens, {shares}{why}"
    return hardly_masked(answer)


def is_one_fate_for_all(answer: AskedAnswer) -> bool:
    """Return whether some seeds mask all chosen tokens, and other seeds none."""
    tokens, mask_id, vocab_size, seed = texts().large
    shares = set()
    for more in range(1, 31):
        inputs, _, chosen, _ = read(answer, (tokens[:2], mask_id, vocab_size, seed + more))
        if chosen.any():
            shares.add(float(np.mean(inputs[chosen] == mask_id)))
    return max(shares, default=0) == 1 and min(shares) < 0.1


def _known(counts: Mapping[str, int], n: int, place: str) -> str:
    """Return an explanation of the shares of masked, random and kept tokens; "" if none fits."""
    if place:
        return ": the treatment depends on the order of the tokens, not on chance"
    known = {
        (1.0, 0.0, 0.0): (
            "all of them are masked (the number that chose a token is below 0.15; draw a second "
            "number)"
        ),
        (0.8, 0.2, 0.0): "none of them keeps its value",
        (0.8, 0.0, 0.2): "none of them gets a random token",
        (0.9, 0.0, 0.1): "none of them gets a random token",
        (0.9, 0.1, 0.0): "none of them keeps its value",
        (0.0, 0.1, 0.9): "nothing is masked",
        (0.8, 0.02, 0.18): "10 % of all chosen tokens become random, not 10 % of the tokens "
        "that are not masked",
        (0.72, 0.1, 0.18): (
            "only 80 % of the tokens without a random token are masked, as if random tokens "
            "overwrite masks; mask 80 % of all chosen tokens"
        ),
        (2 / 3, 1 / 6, 1 / 6): (
            "80, 10 and 10 % of the 15 % are 12, 1.5 and 1.5 % of all tokens, not 10, 2.5 and 2.5 %"
        ),
        (0.1, 0.1, 0.8): "80 % are to be masked, and 10 % to stay",
        (0.1, 0.8, 0.1): "80 % are to be masked, and 10 % to become random",
        (1 / 3, 1 / 3, 1 / 3): "the shares are 80, 10 and 10 %, not a third each",
    }
    found = np.array([counts[fate] for fate in ("become mask_id", "are random", "stay")])
    for shares, text in known.items():
        share = np.array(shares)
        spread = np.sqrt(n * np.maximum(share * (1 - share), 2e-3))
        if np.all(abs(found - n * share) <= SIGMAS * spread):
            return f": {text}"
    return ""


def whole_vocabulary(answer: AskedAnswer, rng: np.random.Generator) -> str:
    """Check that random tokens come from the whole vocabulary, uniformly."""
    text = texts().few_words
    tokens, mask_id, vocab_size, _ = text
    inputs, _, chosen, _ = read(answer, text)
    drawn = inputs[chosen & (inputs != tokens) & (inputs != mask_id)]
    strange = drawn[(drawn < 0) | (drawn >= vocab_size) | (drawn != np.floor(drawn))]
    if strange.size:
        last = vocab_size - 1
        return f"{strange[0]:g} is no token: with vocab_size = {vocab_size}, the last one is {last}"
    if not drawn.size:
        return "no chosen token becomes a random one"
    if len(np.unique(drawn)) == 1:
        return "all random tokens are the same: draw one for each"
    words = np.array([word for word in range(vocab_size) if word != mask_id])
    chances = 1 - np.array(
        [np.mean(tokens == word) for word in words]
    )  # a random token equal to the original looks kept
    chances /= chances.sum()
    counts = np.array([number_of(drawn == word) for word in words])
    if missing := words[counts == 0].tolist():
        present = set(np.unique(tokens).tolist())
        if set(words.tolist()) - set(missing) <= present:
            return "random tokens are only words of the text; draw them from the whole vocabulary"
        why = " (`integers(n)` ends at n − 1 already)" if missing == [vocab_size - 1] else ""
        never = ", ".join(map(str, missing))
        return f"with a vocabulary of {vocab_size}, no random token is {never}{why}"
    for word, count, chance in zip(words, counts, chances, strict=True):
        if is_off(count, drawn.size, chance):
            return f"{percent(count, drawn.size)} of the random tokens are {word}: not uniform"
    return hardly_masked(answer)


def follows_the_seed(answer: AskedAnswer, rng: np.random.Generator) -> str:
    """Check that the result depends on the seed and the arguments only, and that tokens stay."""
    answer(*texts().large)  # reports an answer without a result
    tokens, *others, seed = texts().large
    tokens = tokens[:ROWS_AGAIN]
    first = answer(tokens, *others, seed)
    # In a fresh process, where it can't have remembered the first result.
    fresh = in_fresh_process(answer.function)
    (again,) = ask(fresh, [(tokens, *others, seed)], arguments_return=True)
    (other,) = ask(answer.function, [(tokens, *others, seed + 1)])
    if again.arguments_after is None or other.error is not None:
        return "a second call of the function raises an error"
    if (
        not np.array_equal(again.arguments_after[0][0], tokens)
        and others_stay(answer, rng) != WRITTEN_OVER
    ):
        return "your function changes its argument tokens: work on a copy"  # not reported twice
    now, with_another = as_array(again.value), as_array(other.value)
    if now is None or not np.array_equal(now, first, equal_nan=True):
        return "a second call with the same seed gives another result"
    if with_another is not None and np.array_equal(with_another, first):
        return "another seed gives the same result"
    return hardly_masked(answer)


question = Properties(
    {
        "targets are the chosen tokens, and the others stay": Property(others_stay, [()], 2),
        "the share of chosen tokens": Property(share_of_chosen, [()], 3),
        "the shares of masked, random and kept ones": Property(three_fates, [()], 3),
        "random tokens come from the whole vocabulary": Property(whole_vocabulary, [()], 2),
        "the seed decides the result, and tokens stays unchanged": Property(
            follows_the_seed, [()], 2
        ),
    },
    shape=lambda tokens, *_: (2, *tokens.shape),
    repeats=False,
)
