# %% [markdown]
# # Problem set 5: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# "A card does 1,979 TFLOP/s, says its data sheet. Llama 3 8B has 8,030,261,248 weights, so a token
# costs 2 × 8,030,261,248 FLOPs. One card writes 123,000 tokens a second, and at 3 dollars an hour a
# million tokens costs less than a cent." Every number in it is printed somewhere, and whoever sets
# prices by it is ruined. Where does the money go? The last part settles it, with counts of your
# own.
#
# | part | |
# |---|---|
# | 1 | What is in the file? |
# | 2 | What fits while it trains? |
# | 3 | What waits for memory? |
# | 4 | What has to be remembered? |
# | 5 | What does a token cost? |
#
# Parts 3 and 4 need nothing of 2; part 5 needs only `parameter_ledger` of part 1. Answers go where
# it says *Replace this line*, and may call each other. The cell below one, and nbgrader's
# *Validate*, look at its type and wiring; they don't know what is right. What follows from your own
# earlier answer is right. [student.md](student.md), which comes with this notebook, says how
# answers are graded and what their parts are worth.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../shared/showing.py ../shared/previews.py ../shared/needs.py cells/models.py"

# %% [markdown]
# ## The model, and units
#
# A *gated decoder*, the kind of Llama, is the same layer `n_layers` times. In a layer:
#
# - RMSNorm: a scale for each of `d_model` numbers, no shift;
# - queries in `n_heads` heads, keys and values in `n_kv_heads` heads, all `d_head` wide; a map from
#   the outputs of the `n_heads` heads, side by side, to `d_model`;
# - RMSNorm again;
# - a feed-forward block of three maps, $W_\text{down}\big(\mathrm{silu}(W_\text{gate}\,x)\odot
#   W_\text{up}\,x\big)$, of inner width `d_ff`.
#
# Before the layers stands an embedding with a row for each of `vocab_size` tokens; after them one
# more RMSNorm and an output head, a matrix of its own. Nothing has a bias. Positions are rotations
# (4.1), which have no weights.
#
# | in the text | $V$ | $d$ | $L$ | $H$ | $G$ | $e$ | $f$ |
# |---|---|---|---|---|---|---|---|
# | in the code | `vocab_size` | `d_model` | `n_layers` | `n_heads` | `n_kv_heads` | `d_head` | `d_ff` |
# | Llama 3 8B | 128,256 | 4,096 | 32 | 32 | 8 | 128 | 14,336 |
#
# $G$ divides $H$. $He$ needn't be $d$, nor $f$ a multiple of it.
#
# **Units.** GB are $10^9$ bytes, GiB $2^{30}$. A number in bf16 takes 2 bytes, in float32 4. A
# machine's `peak_flops` is for dense products in bf16, its `link` what a device sends in a second,
# while it receives as much. Times are lower bounds: nothing here starts late, waits for a kernel or
# fails.

# %% [markdown]
# ## Part 1: what is in the file

# %% [markdown]
# ## Part 2: what fits while it trains

# %% [markdown]
# ## Part 3: what waits for memory

# %% [markdown]
# ## Part 4: what has to be remembered

# %% [markdown]
# ## Part 5: what a token costs

# %% [markdown]
# None of these counts needed a machine. Each says what a machine will be doing while somebody waits
# for it, or pays for it.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
