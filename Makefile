# The front door. Everything real is in CMakeLists.txt and scripts/.
.DEFAULT_GOAL := help
.PHONY: help setup doctor web program build build-asan run python test bench fuzz tidy format clean

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60

help: ## Show this list
	@echo "Usage: make TARGET [JOBS=$(JOBS)] [FUZZ_SECONDS=$(FUZZ_SECONDS)]"
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that running and testing need
	@scripts/setup test

doctor: ## Say what is missing to run, test, train and use several machines
	@scripts/setup --doctor

run: program ## Build what playing needs and serve it: open the address it prints (Ctrl-C stops it)
	@build/release/bin/xttt serve

# What playing needs, and nothing more. A folder that already has everything configured keeps it.
program: web
	@[ -e build/release/build.ninja ] || cmake --preset release -DXTTT_PROGRAM_ONLY=ON >build/release-configure.log \
		|| { cat build/release-configure.log >&2; exit 1; }
	@scripts/build release program -j $(JOBS) xttt_cli

web: ## Build the page into web/dist
	@scripts/setup run
	@mkdir -p build && JOBS=$(JOBS) scripts/build-web

build: setup web ## Build everything for this machine into build/release
	@cmake --preset release -DXTTT_PROGRAM_ONLY=OFF
	@scripts/build release release -j $(JOBS)

build-asan: setup
	@cmake --preset asan
	@scripts/build asan sanitizers -j $(JOBS)

python: setup ## Build the Python package alone, and say how to import it
	@cmake --preset release -DXTTT_PROGRAM_ONLY=OFF
	@scripts/build release "Python package" -j $(JOBS) xttt_python
	@echo "The package is built. In a shell: export PYTHONPATH=$(CURDIR)/build/release/share/xttt/python"
	@PYTHONPATH=build/release/share/xttt/python /usr/bin/python3 -c 'import xttt; print("import xttt works:", *xttt.VARIANTS)'

# One CTest run over both builds, so that one summary tells everything. Tests that take the time or wait
# for processes can fail on a machine that stalls: they are asked again, and the end says which were.
test: build build-asan ## Build and run every test, again under sanitizers, and each fuzzer briefly
	@echo 'subdirs(release asan)' > build/CTestTestfile.cmake
	@scripts/run-tests --test-dir build --output-on-failure -j $(JOBS)

bench: build ## Measure the speed of the rules on one core
	@build/release/bin/xttt_bench

fuzz: build-asan ## Run each fuzzer for FUZZ_SECONDS
	@for fuzzer in build/asan/bin/fuzz_*; do scripts/fuzz-one $$fuzzer $(FUZZ_SECONDS) || exit 1; done

tidy: build-asan ## Look for likely mistakes with clang-tidy
	@scripts/setup test tidy
	@run-clang-tidy-19 -quiet -p build/asan -j $(JOBS) '/(src|apps)/'

format: ## Format every C++ file
	@scripts/check-format --fix

clean: ## Remove everything built
	rm -rf build web/dist web/node_modules
