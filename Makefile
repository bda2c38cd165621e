# The one door to the tools. Needs make and Python 3.11 or newer; everything else goes into .venv.

.PHONY: run test install lint audit check bench lock images clean
.DELETE_ON_ERROR:

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
IN := .venv/bin/python

run: install ## the bot: on Discord with DISCORD_TOKEN (environment or .env), else in a simulated Discord on a web page
	$(IN) -m bot

test: install ## every test
	$(IN) -m pytest -n auto

install: .venv/bin/roundhouse ## .venv with exactly what requirements-dev.lock names, and the command roundhouse

lint: install ## style, format and types
	$(IN) -m ruff check
	$(IN) -m ruff format --check
	$(IN) -m mypy

audit: install ## known vulnerabilities of the packages in the lock files; what can't be looked up is said
	$(IN) -m tests.audit

check: lint audit test ## everything CI runs

bench: install ## speed and memory as ratios; BENCH=--quick for a short run
	$(IN) -m tests.bench $(BENCH)

.venv/installed: requirements-dev.lock requirements-postgresql.lock tests/server.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; no such python3 was found." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(IN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(IN) -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
		-r requirements-postgresql.lock -r tests/server.lock || \
		echo "There is no PostgreSQL server for this platform to install: tests on PostgreSQL say that they are left out." >&2
	@touch $@

.venv/bin/roundhouse: .venv/installed requirements-build.lock pyproject.toml
	$(IN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-build.lock
	$(IN) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

lock: ## new lock files from pyproject.toml; needs uv
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate -q --upgrade \
		--custom-compile-command "make lock" pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate -q \
		--custom-compile-command "make lock" --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate -q \
		--custom-compile-command "make lock" --extra postgresql -c requirements-dev.lock pyproject.toml \
		-o requirements-postgresql.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate -q \
		--custom-compile-command "make lock" -c requirements-dev.lock tests/server.in -o tests/server.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate -q --upgrade \
		--custom-compile-command "make lock" -c requirements-dev.lock requirements-build.in -o requirements-build.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate -q --upgrade \
		--custom-compile-command "make lock" -c requirements-dev.lock tests/audit.in -o tests/audit.lock

images: install ## new digests of the container's base images; needs docker and its registry
	$(IN) -m tests.deploy.image_digests

clean: ## removes .venv and the tools' caches
	rm -rf .venv build/audit .mypy_cache .pytest_cache .ruff_cache .hypothesis
