# Everything a developer runs. Each target sets up what it needs in .venv; try `make demo` and `make test` first.
#
#   PYTHON=python3.12      the Python to use, 3.11 or later
#   VENV=DIR               the virtual environment, .venv if not given
#   MINUTES=10             how long `make fuzz` runs
#   DATA=DIR               gold sets (SET/html, SET/gold, SET/meta.json) for quality, bench, left-out and scores

PYTHON ?= python3
VENV ?= .venv
MINUTES ?= 10
DATA ?= $(CLEANWEB_DATA)
BIN := $(VENV)/bin
READY := $(VENV)/ready
DEV := $(VENV)/dev-ready
BENCH := $(VENV)/bench-ready
FUZZ := $(VENV)/fuzz-ready
ifneq ($(DATA),)
export CLEANWEB_DATA := $(DATA)
endif

.PHONY: demo test slow property fuzz golden quality bench scores left-out plot format lint types check clean

demo: $(READY)
	$(BIN)/cleanweb clean examples/corpus/html -o out
	$(BIN)/cleanweb evaluate examples/corpus out --metric bag
	@echo "Texts are in out/, removed blocks with their reasons in out.log/."

test: $(DEV)
	$(BIN)/python -m pytest -n 2 -m "not slow"

# The tests that take more than a few seconds each: examples and one-liners as documented, training, clusters, limits.
slow: $(DEV)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow

# Tests the laws on generated input.
property: $(DEV)
	$(BIN)/python -m pytest tests/property

fuzz: $(FUZZ)
	$(BIN)/python -m tests.property.fuzz -max_total_time=$$(( $(MINUTES) * 60 )) -max_len=4096 -timeout=20 -rss_limit_mb=0

# Rewrites the expected files of tests/pages and the picture; read the diff before you commit it.
golden: $(DEV)
	$(BIN)/python -m tests.golden
	$(BIN)/python examples/before_after.py examples/corpus/html/en-news.html > examples/before-after.svg
	git diff --stat tests/pages examples

# Checks the floors of the scores.
quality: $(DEV)
	$(BIN)/python -m pytest tests/quality -v

# These two measure everything anew and write the README's tables.
bench: $(BENCH)
	$(BIN)/python -m tests.benchmarks.bench --write
	$(BIN)/python -m tests.benchmarks.growth --write

scores: $(BENCH)
	$(BIN)/python -m tests.benchmarks.scores --write

# Trains the models that `scores` and `quality` use for sets that the default learned from, each without a fifth of the
# sites. They are in the repository: remove them first. It takes hours.
left-out: $(DEV)
	$(BIN)/python -m tests.benchmarks.left_out

# Makes what the README shows under "How good it is" from those tables.
plot: $(DEV)
	$(BIN)/python -m tests.benchmarks.overview
	git diff --stat README.md examples

format: $(DEV)
	$(BIN)/ruff format cleanweb tests examples
	$(BIN)/ruff check --fix cleanweb tests examples

lint: $(DEV)
	$(BIN)/ruff format --check cleanweb tests examples
	$(BIN)/ruff check cleanweb tests examples

types: $(DEV)
	$(BIN)/mypy

# What every change must pass.
check: lint types test slow

clean:
	rm -rf out out.log build dist

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cleanweb needs Python 3.11 or later; make PYTHON=... names it")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(DEV): $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

# pip 23.2, which a new environment may have, fails on two spellings of one extra (lxml's) in the peers' requirements.
$(BENCH): $(DEV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	touch $@

$(FUZZ): $(DEV)
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	touch $@
