# The front door. Everything real is in CMakeLists.txt and scripts/.
.DEFAULT_GOAL := help
.PHONY: help setup web build build-asan run python test bench fuzz tidy format clean

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60

help: ## Show this list
	@echo "Usage: make TARGET [JOBS=$(JOBS)] [FUZZ_SECONDS=$(FUZZ_SECONDS)]"
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install what is missing from Debian's packages
	@scripts/setup

web: setup ## Build the page into web/dist
	@mkdir -p build && JOBS=$(JOBS) scripts/build-web

build: setup web ## Build the release for this machine into build/release
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS)

build-asan: setup
	@cmake --preset asan
	@cmake --build --preset asan -j $(JOBS)

run: build ## Build everything and serve it: open the address it prints, and play (Ctrl-C ends it)
	@build/release/bin/xttt serve

python: setup ## Build the Python package alone, and say how to import it
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS) --target xttt_python
	@echo "The package is built. In a shell: export PYTHONPATH=$(CURDIR)/build/release/share/xttt/python"
	@PYTHONPATH=build/release/share/xttt/python /usr/bin/python3 -c 'import xttt; print("import xttt works:", *xttt.VARIANTS)'

# One CTest run over both builds, so that one summary tells everything. Tests that take the time or wait
# for processes can fail on a machine that stalls: they are asked again, and the end says which were.
test: build build-asan ## Build and run every test, again under sanitizers, and each fuzzer briefly
	@scripts/setup chromium
	@echo 'subdirs(release asan)' > build/CTestTestfile.cmake
	@scripts/run-tests --test-dir build --output-on-failure -j $(JOBS)

bench: build ## Measure the speed of the rules on one core
	@build/release/bin/xttt_bench

fuzz: build-asan ## Run each fuzzer for FUZZ_SECONDS
	@for fuzzer in build/asan/bin/fuzz_*; do scripts/fuzz-one $$fuzzer $(FUZZ_SECONDS) || exit 1; done

tidy: build-asan ## Look for likely mistakes with clang-tidy
	@scripts/setup clang-tidy-19
	@run-clang-tidy-19 -quiet -p build/asan -j $(JOBS) '/(src|apps)/'

format: ## Format every C++ file
	@scripts/check-format --fix

clean: ## Remove everything built
	rm -rf build web/dist web/node_modules
