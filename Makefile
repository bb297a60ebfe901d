PYTHON ?= .venv/bin/python

.PHONY: bench
bench:  ## Measure speed and memory; ARGS="--mb 10 --only starts" for a part of it.
	$(PYTHON) -m bench $(ARGS)
