# Pitwatch: make demo, make test. See README.md.

PYTHON ?= python3
ARGS ?=
SOURCES = api vision tracker models tests
# One thread for each job: several run side by side on small machines.
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DEFAULT_GOAL := help
.PHONY: help demo test check mutants faults art train-env train-gpu test-train clean

help:  ## List what can be made.
	@sed -n 's/^\([a-z-]*\):.*##/\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: .venv/ready  ## Play a filmed session through the shipped model and open the dashboard (ARGS=--headless).
	@.venv/bin/pitwatch demo $(ARGS)

test: .venv-test/ready  ## Make the test environment and run every check and test.
	@$(MAKE) --no-print-directory check VENV=.venv-test

VENV ?= .venv-test
check: $(VENV)/ready  ## Run every check and test.
	$(VENV)/bin/ruff check $(SOURCES)
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache | tail -n 12
	$(VENV)/bin/pytest

mutants: $(VENV)/ready  ## Change legality and settlement one thing at a time, and see whether a test fails (half an hour).
	rm -rf mutants
	$(VENV)/bin/mutmut run --max-children $(MUTANTS_AT_ONCE)
	$(VENV)/bin/mutmut results
MUTANTS_AT_ONCE ?= 1

faults: $(VENV)/ready  ## Kill, freeze and cut off the parts of a floor 500 times, and a server that writes 200 times (half an hour).
	$(VENV)/bin/pitwatch bench faults --kills 500
	$(VENV)/bin/pitwatch bench kills --kills 200

train-env: .venv-train/ready  ## Make the environment that trains models (PyTorch, Ultralytics: some GB).

ART = runs/art
art: .venv-train/ready  ## Fetch free card art (Debian and npm packages) and render the decks for training and films.
	mkdir -p $(ART)
	cd $(ART) && apt-get download gnome-cards-data kdegames-card-data-kf5 && for f in *.deb; do dpkg -x $$f .; done
	cd $(ART) && for p in @younestouati/playing-cards-standard-deck@3.0.0 @heruka_urgyen/react-playing-cards@0.5.0; do \
		f=$$(npm pack --silent $$p) && mkdir -p $${f%.tgz} && tar -xzf $$f -C $${f%.tgz}; done
	.venv-train/bin/python -m vision.training.render_art $(ART)

train-gpu: art  ## Train both models on a GPU in 12 minutes, from nothing but the repository; they lie in runs/models.
	.venv-train/bin/pitwatch train --minutes 12

test-train: .venv-train/ready  ## Run the tests that need PyTorch.
	.venv-train/bin/pytest tests/unit/vision/test_training.py tests/unit/vision/test_recipe.py

.venv/ready: EXTRA =
.venv-test/ready: EXTRA = [dev]
.venv-train/ready: EXTRA = [train,dev]
.venv/ready .venv-test/ready .venv-train/ready: pyproject.toml | python-is-usable
	@echo "Setting up $(@D) (once) ..."
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install -qq --editable '.$(EXTRA)'
	@$(AFTER_INSTALL)
	@touch $@

# Ultralytics brings opencv-python, which shares its folder with ours and needs a window system: ours goes on top.
.venv-train/ready: AFTER_INSTALL = $(@D)/bin/python -m pip install -qq --force-reinstall --no-deps \
	"opencv-python-headless==$$($(@D)/bin/python -c 'import importlib.metadata as m; print(m.version("opencv-python"))')"
AFTER_INSTALL = true

.PHONY: python-is-usable
python-is-usable:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "pitwatch needs Python 3.11 or newer: install it, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing. On Debian: apt-get install python3-venv" >&2; exit 1; }

clean:  ## Remove the environments and caches.
	rm -rf .venv .venv-test .venv-train .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants
