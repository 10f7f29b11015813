# Everything that a player or a contributor runs. Paths are relative, and tools are started with
# `python -m`, so that a checkout works in any folder and may be moved.

PYTHON ?= python3
GAME ?= snatch_the_cat
RESUME ?=
ARGS ?=

PY := .venv/bin/python
PIP := $(PY) -m pip --quiet --disable-pip-version-check
RUNTIME := .venv/runtime.stamp
DEV := .venv/dev.stamp
BENCH := .venv/bench.stamp

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help play test format lint types contracts rules tests slow bench mutants soak wheel fix lock clean

help: ## Show this list
	@echo "make <target>; ARGS=\"...\" hands options on to play, tests, slow, bench, mutants and soak"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

play: $(RUNTIME) ## Play a game here (GAME=snatch_the_cat)
	@CARDRULES_GO_ON="make play RESUME=" \
	  $(PY) -m cardrules run $(if $(RESUME),--resume "$(RESUME)","$(GAME)") $(ARGS)

# The whole check, cheapest first.

test: format lint types contracts rules tests ## Check everything

format: $(DEV) ## Check the format of the code
	@$(PY) -m ruff format --check .

lint: $(DEV) ## Look for mistakes in the code
	@$(PY) -m ruff check .

types: $(DEV) ## Check the types
	@$(PY) -m mypy

contracts: $(DEV) ## Check that modules import only from lower layers
	@$(PY) -c "from importlinter.cli import lint_imports_command as main; main()" --no-logo

rules: $(RUNTIME) ## Check the bundled rulesets
	@$(PY) -m cardrules lint games

tests: $(DEV) ## Run the tests
	@$(PY) -m pytest -n 2 $(ARGS)

# Longer runs, on demand.

slow: $(DEV) ## Run the slow tests
	@$(PY) -m pytest -n 2 -m slow $(ARGS)

bench: $(BENCH) ## Measure the speed, also beside OpenSpiel, which is installed for that
	@$(PY) -m tests.bench $(ARGS)

mutants: $(DEV) ## Break the rulesets, or with --expectations the scenarios, and see what notices
	@$(PY) -m tests.mutants $(ARGS)

soak: $(DEV) ## Play many games, try changed states, random rulesets and damaged scenarios; compare engines
	@$(PY) -m tests.soak $(ARGS)
	@$(PY) -m tests.scenario_damage
	@$(PY) -m tests.lockstep check
	@$(PY) -m tests.cli.screens
	@$(PY) -m tests.fast.many --done build/many.txt
	@$(PY) -m tests.fast.checked --rulesets 150
	@$(PY) -m tests.fast.checked kuhn_poker --rulesets 100 --wide
	@$(PY) -m tests.fast.beside --rulesets 100 --wide --every 3 --checked

wheel: $(DEV) ## Build the sdist, and the wheel from it, in dist/
	@$(PY) -m build --no-isolation

# Upkeep.

fix: $(DEV) ## Format the code and mend what can be mended
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

# Run this with the oldest supported Python, so that what only an old one needs is locked too.
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" .venv-lock/bin/python -m piptools compile --quiet --upgrade \
	--generate-hashes --allow-unsafe --strip-extras \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

lock: ## Renew the lock files (PYTHON=python3.11)
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info[:2] != (3, 11))" \
		|| { echo "make lock needs Python 3.11: make lock PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv-lock
	@.venv-lock/bin/python -m pip --quiet --disable-pip-version-check install pip-tools==7.6.2
	@$(COMPILE) --output-file requirements.lock pyproject.toml
	@$(COMPILE) --extra dev --constraint requirements.lock \
		--output-file requirements-dev.lock pyproject.toml
	@$(COMPILE) --extra bench --constraint requirements-dev.lock \
		--output-file requirements-bench.lock pyproject.toml
	@$(COMPILE) --build-deps-for wheel --build-deps-for editable --only-build-deps \
		--constraint requirements-dev.lock --output-file requirements-build.lock pyproject.toml

clean: ## Remove what the other targets have made
	@rm -rf .venv .venv-lock build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# Set-up. Each stamp is renewed when a file that it depends on has changed.

$(RUNTIME): requirements.lock requirements-build.lock pyproject.toml
	@$(PY) -c "import pip" 2>/dev/null || { $(MAKE_VENV); }
	@echo "Installing cardrules and what it needs into .venv"
	@$(PIP) install --require-hashes -r requirements.lock -r requirements-build.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): $(RUNTIME) requirements-dev.lock
	@echo "Installing the development tools into .venv"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(BENCH): $(DEV) requirements-bench.lock
	@echo "Installing OpenSpiel"
	@$(PIP) install --require-hashes -r requirements-bench.lock
	@touch $@

MAKE_VENV = $(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" \
	|| { echo "cardrules needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }; \
	echo "Making .venv"; $(PYTHON) -m venv --clear .venv

# An environment that was half made, or whose Python has been upgraded or removed, is made anew.
BROKEN_VENV := $(shell $(PY) -c "import pip" 2>/dev/null || echo broken-venv)
.PHONY: broken-venv
broken-venv:
$(RUNTIME): $(BROKEN_VENV)
