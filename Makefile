# The front door. Everything real is in CMakeLists.txt and scripts/.
.DEFAULT_GOAL := help
.PHONY: help run test bench fuzz format check-format clean setup build

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60

help: ## Show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install what is missing from Debian's packages
	@scripts/setup

build: setup ## Build the release for this machine into build/release
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS)

run: build ## Build and start the main job
	@build/release/bin/xttt simulate 1

test: build ## Build and run every test, sanitizers and fuzz smoke runs included
	@cmake --preset asan
	@cmake --build --preset asan -j $(JOBS)
	@ctest --test-dir build/asan --output-on-failure -j $(JOBS)
	@ctest --test-dir build/release --output-on-failure -j $(JOBS)

clean: ## Remove everything built
	rm -rf build
