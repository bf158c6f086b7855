# Short names for common tasks; CMakeLists.txt and scripts/ do the work.
.DEFAULT_GOAL := help
.PHONY: toolkits test-nightly package-aarch64 test-aarch64 speed-of-packages install uninstall package wheel help setup doctor web program build build-asan run python test bench fuzz tidy format clean

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local
PORT ?=
VERSION := $(shell sed -n 's/^project.xttt VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

help: ## Show this list
	@echo "Usage: make TARGET [JOBS=$(JOBS)] [FUZZ_SECONDS=$(FUZZ_SECONDS)]"
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that running and testing need
	@scripts/setup test

# What the tests of the Python package need from PyPI; without it they are skipped.
toolkits: setup
	@scripts/python-venv

doctor: ## Show which packages are missing for running, testing, training and clusters
	@scripts/setup --doctor

run: program ## Build the program and the page, and serve it (PORT=9000: on this port); Ctrl-C stops the server
	@build/release/bin/xttt serve $(if $(PORT),--port "$(PORT)")

# The program and the page only. A build folder that is configured for everything stays so.
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

wheel: ## Build a wheel and a source distribution of the Python package into build/packages
	@scripts/setup package
	@python3 -m venv build/wheel-venv && build/wheel-venv/bin/pip install --quiet -c tests/python/wheel-constraints.txt build
	@PIP_CONSTRAINT="$(CURDIR)/tests/python/wheel-constraints.txt" build/wheel-venv/bin/python -m build --outdir build/packages .

python: setup ## Build only the Python package, and show how to import it
	@cmake --preset release -DXTTT_PROGRAM_ONLY=OFF
	@scripts/build release "Python package" -j $(JOBS) xttt_python
	@echo "The package is built. In a shell: export PYTHONPATH=$(CURDIR)/build/release/share/xttt/python"
	@PYTHONPATH=build/release/share/xttt/python /usr/bin/python3 -c 'import xttt; print("import xttt works:", *xttt.VARIANTS)'

# One CTest run over both builds, with one summary. scripts/run-tests runs failed tests
# with the label `timing` again and names them at the end.
test: build build-asan toolkits ## Build and run every test, again under sanitizers, and each fuzzer briefly
	@echo 'subdirs(release asan)' > build/CTestTestfile.cmake
	@scripts/run-tests --test-dir build --output-on-failure -j $(JOBS)

# All tests of `make test` without retries, then the tests that take hours.
test-nightly: build build-asan toolkits tidy ## Hours of tests: thread sanitizer, fuzzers, 100,000 games, crashes
	@echo 'subdirs(release asan)' > build/CTestTestfile.cmake
	@XTTT_EVERY_PYTHON=1 scripts/run-tests --strict --test-dir build --output-on-failure -j $(JOBS)
	@cmake --preset tsan && scripts/build tsan "thread sanitizer" -j $(JOBS) \
		xttt_search_tests xttt_engine_tests xttt_runner_tests xttt_server_tests xttt_cluster_tests
	@scripts/run-tests --strict --test-dir build/tsan --output-on-failure -R '^tsan\.(search|engine|runner|server|cluster)\.'
	@XTTT_RANDOM_GAMES=100000 build/release/bin/xttt_rules_tests --gtest_filter='RandomGames*'
	@$(MAKE) fuzz FUZZ_SECONDS=$$((3600 / $$(ls build/asan/bin/fuzz_* | wc -l)))
	@scripts/kill-and-resume build/release/bin/xttt 100
	@scripts/cluster-chaos build/release/bin/xttt
	@scripts/simulate-cluster build/release/bin/xttt --workers 8 --games 1000 --cut 5
	@$(MAKE) speed-of-packages

# Cross-compiled; QEMU runs the program for its manual pages and completions.
package-aarch64: web ## Build the portable tarball for 64-bit ARM (experimental)
	@scripts/setup aarch64
	@scripts/aarch64-sysroot >/dev/null
	@cmake --preset aarch64 >build/aarch64-configure.log || { cat build/aarch64-configure.log >&2; exit 1; }
	@scripts/build aarch64 "program for 64-bit ARM" -j $(JOBS) xttt_cli xttt_generated xttt_launcher
	@scripts/portable-tarball build/packages/xttt-$(VERSION)-linux-aarch64.tar.gz aarch64=build/aarch64

# Tests that depend on time are left out, because the emulator is slow.
test-aarch64: package-aarch64 ## Run tests of rules, records, search and engine for 64-bit ARM in QEMU
	@scripts/build aarch64 "tests for 64-bit ARM" -j $(JOBS) xttt_rules_tests xttt_record_tests xttt_search_tests xttt_engine_tests
	@scripts/run-tests --test-dir build/aarch64 --output-on-failure -j $(JOBS) -R '^aarch64\.(rules|record|search|engine)\.' -LE timing
	@python3 -B tests/packaging/aarch64_test.py build/packages/xttt-$(VERSION)-linux-aarch64.tar.gz

speed-of-packages: build package ## Compare the portable tarball with the build for this machine, in nodes per second
	@scripts/compare-instruction-sets build/release/bin/xttt build/packages/xttt-$(VERSION)-linux-x86_64.tar.gz

install: program ## Install into PREFIX (default /usr/local), below DESTDIR if given
	@scripts/build release "manual pages and completions" xttt_generated
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" >build/install.log || { cat build/install.log; exit 1; }
	@echo "Installed into $(DESTDIR)$(PREFIX). The list of files is build/release/install_manifest.txt."

uninstall: ## Remove what the last `make install` installed
	@scripts/uninstall build/release/install_manifest.txt "$(DESTDIR)"

package: web ## Build .deb packages, a portable tarball and the npm package into build/packages
	@scripts/setup run package
	@for preset in portable portable-v3 portable-v4; do \
		cmake --preset $$preset >build/$$preset-configure.log || { cat build/$$preset-configure.log >&2; exit 1; }; \
	done
	@scripts/build portable "program for packages" -j $(JOBS) xttt_cli xttt_python xttt_generated xttt_launcher
	@scripts/build portable-v3 "program for AVX2" -j $(JOBS) xttt_cli
	@scripts/build portable-v4 "program for AVX-512" -j $(JOBS) xttt_cli
	@cpack --config build/portable/CPackConfig.cmake -B build/packages >build/packages.log || { cat build/packages.log >&2; exit 1; }
	@scripts/portable-tarball build/packages/xttt-$(VERSION)-linux-x86_64.tar.gz x86-64-v2=build/portable \
		x86-64-v3=build/portable-v3 x86-64-v4=build/portable-v4 >/dev/null
	@cd web && node tools/pack-npm.mjs ../build/packages >/dev/null
	@ls build/packages/*.deb build/packages/*.tar.gz build/packages/*.tgz

bench: build ## Measure the speed of the rules on one core
	@build/release/bin/xttt_bench

fuzz: build-asan ## Run each fuzzer for FUZZ_SECONDS
	@for fuzzer in build/asan/bin/fuzz_*; do scripts/fuzz-one $$fuzzer $(FUZZ_SECONDS) || exit 1; done

tidy: build-asan ## Run clang-tidy
	@scripts/setup test tidy
	@run-clang-tidy-19 -quiet -p build/asan -j $(JOBS) '/(src|apps)/'

format: ## Format every C++ file
	@scripts/check-format --fix

clean: ## Remove everything built
	rm -rf build web/dist web/node_modules
