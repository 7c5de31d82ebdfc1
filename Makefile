# The same commands here and in CI. `make run` is the main job: every shipped scenario, headless.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: run play test lint format bench soak build clean

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.developer: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[tune,play]" --group dev
	@touch $@

run: $(VENV)/.installed
	$(BIN)/sandbox run --jobs $(JOBS)

$(VENV)/.player: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[play]"
	@touch $@

play: $(VENV)/.player
	$(BIN)/sandbox play

test: $(VENV)/.developer
	$(BIN)/pytest -n $(JOBS) -m "not soak"

lint: $(VENV)/.developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.developer
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.developer
	$(BIN)/python -m tests.bench

soak: $(VENV)/.developer
	$(BIN)/pytest -n $(JOBS) -m soak

build: $(VENV)/.developer
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
