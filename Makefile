# Each target prints a line on what it does, sets up its tools, and does nothing twice. Activate no
# environment: each tool is called by its path in .venv.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One process more than processors, because some tests wait for a time limit. The quick tests don't
# wait, and each process takes some seconds to collect the tests.
PROCESSES := $(shell echo $$(($$(nproc) + 1)))
# nbgrader starts the program `alembic` by name when it creates a gradebook.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# The tests start hundreds of processes, which all read the bytecode that the first has written.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: FORCE help setup ready build lint ruff types format check test quick-tests all-tests bench demo pictures lock clean

help:
	@echo "make demo    build, grade a sample class, make its feedback pages, print its marks"
	@echo "make check   format, ruff, mypy, then the quick tests: run it after each edit"
	@echo "make test    lint and types, then all tests"
	@echo "make setup   .venv with everything pinned, bubblewrap and chromium if you may install them"
	@echo "make build   problems/ -> source/ -> release/"
	@echo "make lint    ruff, and the lint of the problem sets"
	@echo "make types   mypy: examiner/ and problems/"
	@echo "make format  ruff's formatter, in place"
	@echo "make bench   measure time and memory, here and with stock nbgrader"
	@echo "make pictures  draw the pictures of README.md and docs/ again"
	@echo "make lock    pin the newest version of each package in requirements.lock"
	@echo "make clean   remove the files of setup and the tools (never students' work or marks)"

setup: ready $(VENV)/.chromium

# Every target needs this. Only the tests of pages need chromium as well.
ready: $(READY) $(VENV)/.bubblewrap

# `make setup PYTHON=…` makes .venv again if its Python has another version.
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

# `make test` runs only ruff, because the tests lint the problem sets themselves.
ruff: ready
	@echo "lint: ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "not in ruff's format (see above): run \`make format\`"; exit 1; }

format: ready
	@echo "format: ruff, in place"
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format .

# With its cache, mypy takes a second; without, or after a new lock file, half a minute.
types: ready
	@echo "types: mypy"
	@$(BIN)/mypy --no-error-summary

check: format
	@$(MAKE) --no-print-directory --jobs=2 types quick-tests

quick-tests: ready
	@echo "check: the quick tests, without attacks, classes, sandboxes and runs of nbgrader"
	@$(BIN)/python -m pytest -q -n $$(nproc) --dist worksteal -m "not slow and not bench"

# mypy may take half a minute on one processor, so the tests run at the same time.
test: setup ruff
	@$(MAKE) --no-print-directory --jobs=2 types all-tests

all-tests: ready
	@echo "test: everything in tests/"
	@$(BIN)/python -m pytest -q -n $(PROCESSES) --dist loadgroup

bench: ready
	@echo "bench: time and memory on this machine"
	@$(BIN)/python -m pytest -q -s -m bench
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.hour

demo: ready
	@echo "demo: a sample class, from notebook sources to marks and feedback"
	@$(BIN)/examiner demo

pictures: setup
	@echo "pictures: JupyterLab, a verdict, a report, the page for marking -> docs/pictures/"
	@$(BIN)/python -m tests.pictures

# Only this target needs uv (https://docs.astral.sh/uv/) on the PATH. It pins the build backend too,
# because `make setup` installs this package without access to an index.
#
# Parsers of links and durations are left out. If they are installed, every import of jsonschema
# loads them: the parser of internationalised links takes a second or more, the others a tenth of a
# worker's start. No notebook is checked for links or durations.
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
