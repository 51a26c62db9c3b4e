"""The bytes of weights, gradients and optimiser that a device holds."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    convention,
    misconception,
    remove,
    replace,
    replace_all,
    returns,
)

from ..machines import state_bytes

# fmt: off
MISCONCEPTIONS = [
    misconception("no-master-copy", replace("12 *", "8 *"),
      "this is 8 of 12 bytes: Adam keeps two moments and a float32 copy of the weights, which "
      "it updates. One of the three is missing, or both moments have 2 bytes instead of 4"),
    misconception("sixteen-for-adam", replace("12 *", "16 *"),
      "Adam's three arrays take 12 bytes for each weight; with weights and gradients, it is 16"),
    misconception("weights-in-fp32", replace("weights = 2 *", "weights = 4 *"),
      "the weights are bf16; their float32 copy is one of the optimiser's three arrays"),
    misconception("master-copy-apart",
      [replace("optimiser //= n_devices", "optimiser -= 8 * (n_params - n_params // n_devices)"),
       replace("optimiser //= n_devices",
               "optimiser -= (8 + 4 * (stage > 2)) * (n_params - n_params // n_devices)")],
      "the master copy belongs to the optimiser: it is divided from stage 1 on, like the "
      "moments"),
    misconception("all-in-fp32",
      replace("weights = 2 *", "weights = 4 *") & replace("gradients = 2 *", "gradients = 4 *"),
      "weights and gradients are bf16 here; only the optimiser's three arrays are float32"),
    convention("gradients-in-fp32", replace("gradients = 2 *", "gradients = 4 *"),
      "here gradients are bf16"),
    misconception("state-in-bf16", replace("12 *", "6 *"),
      "master copy and moments are float32"),
    misconception("no-bf16-weights", remove("+ weights"),
      "the bf16 weights exist in addition to their master copy"),
    misconception("stage-shards-only-its-own", replace_all(">=", "=="),
      "a stage also divides the arrays that earlier stages divide"),
    misconception("stages-in-reverse", replace("stage >= 1", "stage > 2") & replace(">= 3", ">= 1"),
      "stage 1 divides the optimiser's arrays; only stage 3 divides the weights"),
    misconception("optimiser-from-stage-1",
      [replace("stage >= 1", "stage >= 0"), replace("stage >= 1", "stage > 1")],
      "the optimiser's state is divided from stage 1 on"),
    misconception("gradients-from-stage-2",
      [replace("stage >= 2", "stage >= 1"), replace("stage >= 2", "stage > 2")],
      "gradients are divided from stage 2 on"),
    misconception("weights-from-stage-3",
      [replace("stage >= 3", "stage >= 2"), replace("stage >= 3", "stage > 3")],
      "weights are divided from stage 3 on"),
    misconception("gathered-weights-kept",
      replace("weights //= n_devices", "weights += weights // n_devices"),
      "in stage 3, a device keeps only its part of the weights"),
    misconception("one-stage-late", assign("stage", "stage - 1"),
      "you divide each array one stage too late"),
    misconception("one-stage-early",
      [assign("stage", "stage + 1"), replace(">= 2", ">= 1") & replace(">= 3", ">= 2")],
      "you divide one stage too early: stage 1 divides only the optimiser's three arrays, stage "
      "2 also the gradients, and stage 3 also the weights"),
    misconception("all-devices-together", returns("n_devices * _"),
      "these are the bytes of all devices together; the question asks for one device"),
    misconception("numbers-not-bytes", returns("_ // 2"),
      "this is half of the bytes: you count numbers of 2 bytes"),
]
# fmt: on


def by_arrays(n_params: int, n_devices: int, stage: int) -> int:
    """Count the bytes of a device, array by array."""
    # Bytes of a number and the stage that divides it: gradients, weights, and Adam's three arrays.
    arrays = [(2, 2), (2, 3), (4, 1), (4, 1), (4, 1)]
    numbers = {True: n_params // n_devices, False: n_params}
    return sum(each * numbers[stage >= divided] for each, divided in arrays)


def stages(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw each stage for a few weights and for many, on devices that can divide them."""
    found = {}
    for stage in range(4):
        for number, fewest, scale in (("hundreds", 5, 40), ("billions", 9, 400_000_000)):
            n_devices = int(rng.integers(fewest, fewest + 4))
            n_params = n_devices * int(scale * rng.uniform(1, 2))
            sizes = (n_params, n_devices, stage)
            found[f"stage {stage}, {number} of weights"] = case(*sizes, rtol=1e-12)
    return found


question = Arrays(
    oracle=by_arrays, cases=stages, reference=state_bytes, misconceptions=MISCONCEPTIONS
)
