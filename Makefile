# Two commands do everything on a machine with Python 3.11+ and make:
#   make run     the office at http://localhost:8000/ with demo people (PORT=8001 for another port)
#   make test    every check and every test
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: run test bench lock clean
.DELETE_ON_ERROR:

run: .venv/installed .env
	$(MANAGE) migrate --verbosity 0
	$(MANAGE) seed
	$(MANAGE) demo
	@exec $(MANAGE) serve --port $(PORT)

test: .venv/installed-dev .env
	@$(BIN)/python bin/test

bench: .venv/installed .env
	@$(BIN)/python bin/bench
	@$(BIN)/python manage.py bench_dock

# What is installed follows the requirements; nothing is fetched while they stay as they are.
.venv/installed: requirements.txt
	@$(PYTHON) bin/system-packages run
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) -r requirements.txt
	@touch $@

.venv/installed-dev: requirements-dev.txt
	@$(PYTHON) bin/system-packages test
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) -r requirements-dev.txt
	@touch $@ .venv/installed

# One machine only: lets the office make its own key and answer on localhost without TLS.
.env:
	@echo "DEBUG=1" > $@

# Recompile the pinned requirements from pyproject.toml (needs uv: pip install uv).
lock:
	$(LOCK) pyproject.toml --output-file requirements.txt
	$(LOCK) pyproject.toml --group dev --constraint requirements.txt --output-file requirements-dev.txt

# Forget the environment; the database and uploads in var/ stay.
clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
