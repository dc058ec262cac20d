# Every command is `.venv/bin/python -m …`, which needs no activated environment and works in paths with spaces.

# Otherwise each worker and server of the tests would compile the code again where this is set, as in many containers.
export PYTHONDONTWRITEBYTECODE :=

# In the locale C, setuptools and Python cannot write and read the path of this folder if it has other letters.
ifneq ($(filter C POSIX,$(LC_ALL)),)
export LC_ALL := C.UTF-8
endif

.DEFAULT_GOAL := help
.PHONY: help run test pytest test-all coverage test-faults test-abuse test-clients pictures test-load test-pgbouncer test-citus check fast fmt contract texts bench fuzz audit sbom release migrate venv dist clients requirements clean

VENV := .venv
PY := $(VENV)/bin/python
PARALLEL := -n logical --maxprocesses 8 --dist worksteal
PYTEST := $(PY) -m pytest $(PARALLEL)
PIP := $(PY) -m pip --disable-pip-version-check --no-input
ARGS ?=
AUDIT := build/audit
CLIENTS := build/clients
FUZZ_CASES ?= 100000
FUZZ_S ?= 600
FUZZ_SEED ?=

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-22s %s\n", $$1, $$2 }'

run: $(VENV)/.runs dist/clients/.python  ## start the service with an embedded Postgres (PORT, HOST, DATA_DIR, WORKERS, DATABASE_URL)
	@exec $(PY) -m service.cli run

test: $(VENV)/.tests  ## run all checks and tests, side by side (ARGS="-k clue" selects some)
	@$(MAKE) --no-print-directory --jobs=2 check pytest

pytest: $(VENV)/.tests
	@$(PYTEST) $(ARGS)

test-all: check coverage  ## run slow tests, coverage, test-faults and test-abuse too; fail if a program that a test needs is missing
	@FUZZ_CASES=2000 $(PYTEST) --no-missing -m "not faults and not abuse and not clients" --ignore=tests/engine $(ARGS)
	@$(PY) -m pytest -m faults -n 2 -rA tests/faults
	@$(PY) -m pytest -m abuse -rA tests/abuse

coverage: $(VENV)/.tests  ## fail unless tests/engine covers every branch of engine/
	@$(PY) -m coverage erase
	@$(PY) -m coverage run -m pytest -q -m "" $(PARALLEL) tests/engine
	@$(PY) -m coverage combine -q
	@$(PY) -m coverage report

test-faults: $(VENV)/.tests  ## kill and break servers while games are played, for minutes (HANABI_SEED=…)
	@$(PY) -m pytest -m faults -n 2 -rA tests/faults $(ARGS)

test-abuse: $(VENV)/.tests  ## attack a service with default settings while others play, for minutes
	@$(PY) -m pytest -m abuse -rA tests/abuse $(ARGS)

test-clients: $(VENV)/.tests $(CLIENTS)/.done  ## generate clients with many generators, and play games (needs Java, node, go)
	@$(PY) -m pytest -m clients -rA tests/clients $(ARGS)

pictures: $(VENV)/.tests  ## take pictures of all pages into build/pages, and check them (needs Chromium)
	@$(PYTEST) -m slow tests/web/test_every_page.py $(ARGS)

test-pgbouncer: $(VENV)/.tests  ## run all tests through pgbouncer in transaction mode (PGBOUNCER_BIN=…)
	@$(PYTEST) --pgbouncer $(ARGS)

test-citus: $(VENV)/.tests  ## run all tests on a Citus cluster (that of PG_CONFIG, or of the coordinator in DATABASE_URL)
	@$(PY) -m tests.citus_cluster $(PYTEST) --citus $(ARGS)
	@$(PY) -m tests.citus_cluster $(PY) -m pytest -m faults --citus tests/faults/test_distribution.py

check: $(VENV)/.tests  ## run ruff, mypy and import-linter
	@$(PY) -m contract.clients.files
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@PYTHONPATH=clients/python $(PY) -c 'from importlinter.cli import lint_imports_command as lint; lint()' --no-logo

fast: $(VENV)/.tests  ## compile the conventions and their bots into build/fast (needs a C compiler), for make run
	@$(PY) -m service.platform.compiled_engine

fmt: $(VENV)/.tests  ## format the code
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

contract: $(VENV)/.tests  ## write openapi.yaml, and parts of the clients, from the files in contract/
	@$(PY) -m contract.bundle

texts: $(VENV)/.runs  ## update the translations (service/platform/languages/locale) with the texts in the code
	@mkdir -p build
	@$(PY) -m babel.messages.frontend -q extract -F babel.cfg -c Translators: -s --no-location -o build/messages.pot engine service
	@$(PY) -m babel.messages.frontend -q update -i build/messages.pot -d service/platform/languages/locale --ignore-obsolete --ignore-pot-creation-date

bench: $(VENV)/.tests  ## measure the engine and the service
	@exec $(PY) -m benchmarks $(ARGS)

test-load: $(VENV)/.tests  ## play 1,000 games with 200 moves a second for ten minutes (ARGS="--minutes 1")
	@exec $(PY) -m benchmarks hour $(ARGS)

fuzz: $(VENV)/.tests  ## test with random invalid input (FUZZ_CASES per parser, FUZZ_S seconds, FUZZ_SEED to repeat)
	@FUZZ_CASES=$(FUZZ_CASES) FUZZ_S=$(FUZZ_S) FUZZ_SEED=$(FUZZ_SEED) $(PY) -m tests.fuzz $(ARGS)

audit: $(AUDIT)/.done  ## list the known vulnerabilities of the dependencies (build/audit.json)
	@$(AUDIT)/bin/python -m tests.audit $(AUDIT) requirements.txt requirements-dev.txt

sbom: $(AUDIT)/.done  ## list the packages that the service runs on (build/sbom.json, CycloneDX)
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(AUDIT)/bin/python -W ignore -m cyclonedx_py requirements \
	  --pyproject pyproject.toml --output-reproducible --of JSON -o build/sbom.json requirements.txt

release:  ## build the files of a release in dist/ and sign their hashes (KEY=private SSH key)
	@ops/release.sh --check
	@ops/tested-on-citus.sh
	@$(MAKE) sbom
	@rm -rf dist/clients
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(MAKE) clients
	@PYTHON="$(CURDIR)/$(PY)" ops/release.sh build/sbom.json dist "$(KEY)"

migrate: $(VENV)/.runs  ## migrate the database to the newest schema (DATABASE_URL, else the embedded one)
	@exec $(PY) -m service.cli migrate

clients: dist/clients/.python  ## build the clients in dist/clients/, from which the service serves them (needs npm)
	@rm -rf build/sources && cp -R clients build/sources
	@cd build/sources/typescript && npm ci --loglevel=error && npm pack --loglevel=error --pack-destination ../../../dist/clients

dist: dist/clients/.python  ## build the wheel in dist/, with the client for Python
	@rm -rf build/lib dist/*.whl
	@$(PIP) wheel -q --no-deps --no-build-isolation -w dist .

venv: $(VENV)/.tests  ## create .venv for running and testing

requirements:  ## pin the newest dependencies of requirements*.in with hashes (needs uv)
	uv pip compile -q -U --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links requirements.in -o requirements.txt
	uv pip compile -q -U --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links requirements-dev.in -o requirements-dev.txt
	uv pip compile -q -U --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links requirements-audit.in -o requirements-audit.txt

clean:  ## remove .venv, builds and caches, but no game data
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The client for Python needs no more than the service.
dist/clients/.python: openapi.yaml $(wildcard clients/python/pyproject.toml clients/python/hanabi_client/*.py clients/python/hanabi_client/_async/*.py) $(VENV)/.runs
	@rm -rf build/sources dist/clients
	@$(PY) -m contract.clients.files
	@mkdir -p build && cp -R clients build/sources
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(date +%s)} $(PIP) wheel -q --no-deps --no-build-isolation -w dist/clients build/sources/python
	@touch $@

# Stamp files: .runs for the packages of the service, .tests for those of the tests.
$(VENV)/.runs: requirements.txt pyproject.toml
	@echo "Setting up $(VENV) …"
	@$(PY) -m pip --version >/dev/null 2>&1 || { \
	  for python in "$$PYTHON" python3 python3.14 python3.13 python3.12 python3.11 python; do \
	    [ -n "$$python" ] && "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	    python=; \
	  done; \
	  [ -n "$$python" ] || { echo "No Python 3.11 or later with the venv module was found." \
	    "Install one (on Debian: python3-venv), or name it: PYTHON=/path/to/python3 make run" >&2; exit 1; }; \
	  "$$python" -m venv --clear $(VENV); }
	@$(PIP) install -qq --only-binary :all: --require-hashes --no-deps -r requirements.txt
	@$(PIP) install -qq --no-deps --no-build-isolation -e .
	@$(PY) -m compileall -q engine service
	@touch $@

$(VENV)/.tests: requirements-dev.txt $(VENV)/.runs
	@$(PIP) install -qq --only-binary :all: --require-hashes --no-deps -r requirements-dev.txt
	@touch $@

# The tools of `make audit` are in a separate environment, since neither the service nor its tests need them.
$(AUDIT)/.done: requirements-audit.txt $(VENV)/.runs
	@mkdir -p build
	@$(PY) -m venv --clear $(AUDIT)
	@$(AUDIT)/bin/python -m pip --disable-pip-version-check --no-input install -qq --only-binary :all: --require-hashes --no-deps -r requirements-audit.txt
	@touch $@

# The generators of `make test-clients`, in their pinned versions.
$(CLIENTS)/.done: tests/clients/generators/package-lock.json tests/clients/generators/requirements.txt $(VENV)/.runs
	@mkdir -p $(CLIENTS)
	@cp tests/clients/generators/package.json tests/clients/generators/package-lock.json $(CLIENTS)
	@cd $(CLIENTS) && npm ci --no-audit --no-fund --loglevel=error
	@$(PY) -m venv --clear $(CLIENTS)/venv
	@$(CLIENTS)/venv/bin/python -m pip --disable-pip-version-check --no-input install -qq -r tests/clients/generators/requirements.txt
	@touch $@
