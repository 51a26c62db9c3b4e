# The targets say in a line what they do, and do nothing twice. Each sets up what it needs.
# Nothing has to be activated: every tool is called where `make setup` put it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One more than there are processors: some tests wait for a limit of time. The quick ones don't wait,
# and each process takes some seconds to collect the tests.
PROCESSES := $(shell echo $$(($$(nproc) + 1)))
# nbgrader starts the program `alembic` by its name when it makes a grade book.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# The tests start hundreds of processes: each reads what Python has compiled for the first.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: FORCE help setup ready build lint ruff types format check test quick-tests all-tests bench demo pictures lock clean

help:
	@echo "make demo    build, grade a sample class, make its feedback, print the table of marks"
	@echo "make check   format, ruff, mypy, then the quick tests: what to run after each edit"
	@echo "make test    lint and types, then all tests"
	@echo "make setup   .venv with everything pinned, bubblewrap and chromium where they may be installed"
	@echo "make build   problems/ -> source/ -> release/"
	@echo "make lint    ruff, and the lint of the problem sets"
	@echo "make types   mypy: examiner/ and problems/"
	@echo "make format  ruff's formatter, in place"
	@echo "make bench   measure what things cost"
	@echo "make pictures  draw the pictures of README.md and docs/ anew"
	@echo "make lock    pin the newest versions of everything in requirements.lock"
	@echo "make clean   remove what setup and the tools made (never students' work or marks)"

setup: ready $(VENV)/.chromium

# What everything but the tests of pages needs.
ready: $(READY) $(VENV)/.bubblewrap

# `make setup PYTHON=…` makes it anew, should it be of another version.
ifeq ($(origin PYTHON),command line)
export PYTHON
$(READY): FORCE
endif
FORCE:

$(READY): requirements.lock pyproject.toml .ci/make-venv
	@echo "setup: $(VENV) from requirements.lock"
	@.ci/make-venv $(VENV)
	@touch $@

$(VENV)/.bubblewrap $(VENV)/.chromium: $(VENV)/.%: .ci/system-package | $(READY)
	@.ci/system-package $*
	@touch $@

build: ready
	@echo "build: problems/ -> source/ -> release/"
	@$(BIN)/examiner build

lint: ruff
	@echo "lint: the problem sets"
	@$(BIN)/examiner lint

# What the tests don't look at: they lint the problem sets as well.
ruff: ready
	@echo "lint: ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "not in ruff's format (see above): run \`make format\`"; exit 1; }

format: ready
	@echo "format: ruff, in place"
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format .

# Warm it takes a second; cold, or after a new lock file, half a minute.
types: ready
	@echo "types: mypy"
	@$(BIN)/mypy --no-error-summary

check: format
	@$(MAKE) --no-print-directory --jobs=2 types quick-tests

quick-tests: ready
	@echo "check: the tests that take no seconds: no attacks, classes, sandboxes, runs of nbgrader"
	@$(BIN)/python -m pytest -q -n $$(nproc) --dist worksteal -m "not slow and not bench"

# Without its cache, mypy takes half a minute on one processor: the tests run meanwhile.
test: setup ruff
	@$(MAKE) --no-print-directory --jobs=2 types all-tests

all-tests: ready
	@echo "test: everything in tests/"
	@$(BIN)/python -m pytest -q -n $(PROCESSES) --dist loadgroup

bench: ready
	@echo "bench: what things cost on this machine"
	@$(BIN)/python -m pytest -q -s -m bench
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.hour

demo: ready
	@echo "demo: a sample class, from problem text to marks and feedback"
	@$(BIN)/examiner demo

pictures: setup
	@echo "pictures: JupyterLab, a verdict, a report, the page for marking -> docs/pictures/"
	@$(BIN)/python -m tests.pictures

# Needs uv (https://docs.astral.sh/uv/) on the PATH; nothing else does. The build backend is pinned
# as well, because `make setup` installs the package itself without asking an index for anything.
#
# Left out: parsers of links and of durations. If they are installed, jsonschema loads them
# whenever it is imported. That of internationalised links takes a second or more, the others a
# tenth of the time in which a worker starts. No notebook is checked for links or durations.
lock:
	@echo "lock: newest versions -> requirements.lock"
	@echo 'setuptools>=77' | uv pip compile pyproject.toml - --no-config --all-extras --quiet \
	    --universal --python-version 3.11 --generate-hashes --upgrade --no-annotate \
	    --no-emit-package rfc3987-syntax --no-emit-package lark \
	    --no-emit-package isoduration --no-emit-package arrow --no-emit-package rfc3986-validator \
	    --custom-compile-command "make lock" --output-file requirements.lock

clean:
	@echo "clean: .venv, the sample class, drafts, caches"
	@rm -rf $(VENV) demo draft *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
