# Everything runs in .venv, which the first target that needs it sets up. PYTHON names another
# interpreter: make test PYTHON=python3.12

VENV := .venv
BIN  := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help play test slow bench fmt lock relock clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.run.stamp ## run the server at http://127.0.0.1:8000
	@$(BIN)/outrider serve --warm --open

test: $(VENV)/.dev.stamp ## lint, types, tests, coverage
	@$(BIN)/python scripts/check

slow: $(VENV)/.dev.stamp ## the long test runs
	OUTRIDER_LONG=1 $(BIN)/python -m pytest -m "slow or hypothesis"

bench: $(VENV)/.bench.stamp ## measure speed, beside other engines
	$(BIN)/python -m bench

fmt: $(VENV)/.dev.stamp ## format the code, fix what can be fixed
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/python scripts/web_checks.py format

clean: ## back to a fresh checkout: no environments, caches or compiled kernels
	rm -rf .venv .venv-lock dist build .coverage .coverage.* htmlcov
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. All locks agree with each other, so one environment holds any of them together.
#
# The package itself is installed in place. Its build backend, hatchling, is pinned in every lock and
# taken from the environment (--no-build-isolation): otherwise pip would fetch an unpinned, unhashed
# one for each install.

$(BIN)/python:
	@scripts/venv $(VENV)

$(VENV)/.%.stamp: requirements/%.lock pyproject.toml | $(BIN)/python
	@echo "Installing requirements/$*.lock into $(VENV) (the first time takes a minute or two)"
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/$*.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# The locks: each is compiled within the one before. They hold for every Python from 3.11 on and
# every platform, and name no place to download from.

.venv-lock/bin/uv:
	@scripts/venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet uv

COMPILE := .venv-lock/bin/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock" pyproject.toml requirements/build.in

lock: UPGRADE := --upgrade
lock: relock ## pin the newest versions of all dependencies anew

relock: .venv-lock/bin/uv ## pin what is not pinned yet, and leave the rest
	$(COMPILE) -o requirements/run.lock
	$(COMPILE) --extra dev -c requirements/run.lock -o requirements/dev.lock
	$(COMPILE) --extra bench -c requirements/dev.lock -o requirements/bench.lock
	@! grep -n '://' requirements/*.lock
