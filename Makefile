# The front door. CMakePresets.json holds the build settings; these targets only call them in the
# right order.
SHELL := /bin/bash
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CMAKE_ARGS ?=
BUILD := build/release
SEED ?= 1
LINES ?= 1000
SECONDS ?= 12

.DEFAULT_GOAL := help
.PHONY: help demo build test test-long asan tsan proof formal lint format fuzz libfuzzer browser page \
  site pictures lanes bench synth chip faults soft-errors mutation cpp-mutation coverage reproducible \
  endurance package package-test clean

help: ## List the targets
	@echo "toroid: torus and mesh networks as Verilog, reference model and simulation"
	@echo
	@awk -F ":.*## " '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' \
	  $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "JOBS=$(JOBS) limits parallel work. TOROID_SKIP_INSTALL=1 leaves packages alone."

demo: ## Generate an 8x8 torus, check it and simulate it; results in toroid-out
	@scripts/install-dependencies demo
	@$(MAKE) --no-print-directory build TARGET=toroid
	@scripts/demo $(BUILD)/bin/toroid

build: ## Compile everything into build/release
	@scripts/build release $(CMAKE_ARGS) -- --parallel $(JOBS) $(if $(TARGET),--target $(TARGET))

# $(call ctest,REPORT,OPTIONS)
ctest = scripts/test $(BUILD) $1 --parallel $(JOBS) $2
comma := ,
quarter = $(if $(QUARTER),-I $(QUARTER)$(comma)$(comma)4)

# $(call sanitized,PRESET)
sanitized = scripts/install-dependencies test && cmake --preset $1 $(CMAKE_ARGS) && \
  cmake --build --preset $1 --parallel $(JOBS) && ctest --preset $1 --no-tests=error --parallel $(JOBS)

test: ## Install what is missing, build, run all tests; JUnit in build/junit.xml
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build
	@$(call ctest,build/junit.xml,-LE '^(long|proof)$$')

test-long: ## Run the tests that take minutes, of which make test has samples; QUARTER=1 to 4 for some
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build
	@$(call ctest,build/long.xml,-L '^long$$' $(quarter))

asan: ## Run all tests under the address and undefined-behaviour sanitizers; 1.5 hours
	$(call sanitized,asan)

tsan: ## Run the tests of threads under the thread sanitizer
	$(call sanitized,tsan)

proof: ## Run the tests that take hours, of which make test has samples; JUnit in build/proof.xml
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build
	@$(call ctest,build/proof.xml,-L '^proof$$')

formal: ## Prove library modules and nodes for all inputs, the longest proofs too
	scripts/install-dependencies test
	tests/formal/run --longer
	$(MAKE) --no-print-directory build TARGET=toroid
	tests/formal/nodes --longer $(BUILD)/bin/toroid

lint: ## Check formatting, clang-tidy, Verilog and shell scripts; CHANGED=1 for what differs
	scripts/install-dependencies lint
	cmake --preset dev $(CMAKE_ARGS)
	cmake --build build/dev --target chakra_header
	JOBS=$(JOBS) scripts/lint build/dev $(if $(CHANGED),--changed)

format: ## Format the C++ sources in place
	scripts/sources | xargs clang-format -i

fuzz: ## Try random command lines under the sanitizers; SEED=1 LINES=1000
	scripts/install-dependencies test
	cmake --preset asan $(CMAKE_ARGS)
	cmake --build build/asan --parallel $(JOBS) --target toroid fuzz_tests
	TOROID_FUZZ_SEED=$(SEED) TOROID_FUZZ_LINES=$(LINES) build/asan/bin/fuzz_tests

libfuzzer: ## Have libFuzzer make shapes, embeddings, command lines, files; SECONDS=12 of each
	scripts/install-dependencies test
	cmake --preset libfuzzer $(CMAKE_ARGS)
	cmake --build build/libfuzzer --parallel $(JOBS) --target libfuzzer
	tests/fuzz/libfuzzer/run build/libfuzzer/bin build/libfuzzer/inputs $(SECONDS)

browser: ## Open reports, and the page of make page, in Chromium; screenshots in build/browser
	scripts/install-dependencies browser
	$(MAKE) --no-print-directory build TARGET=toroid
	tests/reports/browser $(BUILD)/bin/toroid build/browser
	@if [ -d build/page/html ]; then tests/page/browser $(BUILD)/bin/toroid build/page/html; fi

page: ## Build toroid as WebAssembly for a page, in build/page/html, and compare it with the native one
	scripts/install-dependencies page
	@scripts/build page $(CMAKE_ARGS) -- --parallel $(JOBS) --target page
	$(MAKE) --no-print-directory build TARGET=toroid
	node tests/page/run.mjs $(BUILD)/bin/toroid build/page/html

site: ## Make the documentation as a site in build/site/html, and check its links
	scripts/install-dependencies site
	$(MAKE) --no-print-directory build TARGET=toroid
	scripts/site $(BUILD)/bin/toroid build/site

pictures: ## Draw the pictures of the documents again
	scripts/install-dependencies build
	$(MAKE) --no-print-directory build TARGET=toroid
	scripts/diagrams
	scripts/pictures $(BUILD)/bin/toroid

lanes: ## Compare --rtl lanes with the model and Verilator on every kind of node; minutes
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build TARGET="toroid cosim_tests"
	$(BUILD)/bin/cosim_tests --gtest_filter='*Lanes*'

bench: ## Run the measurements; PARTS="speed builds" for some, see bench/run
	scripts/install-dependencies all
	$(MAKE) --no-print-directory build
	bench/run $(PARTS)

synth: ## Measure the cells and clock of nodes; build/synth.json; NODES="torus:8x8-depth-4" for some
	scripts/install-dependencies all
	$(MAKE) --no-print-directory build TARGET=toroid
	bench/synth build/synth.json $(NODES)

chip: ## Measure nodes as standard cells: gates, clock, energy; build/chip.json; NODES as for synth
	scripts/install-dependencies chip
	$(MAKE) --no-print-directory build TARGET=toroid
	$(if $(PEER),,bench/standard_cells/check)
	bench/standard_cells/run $(if $(PEER),--peer $(PEER),build/chip.json $(NODES))

faults: ## Try every wrong bit at a node's outputs: which does a simulation not report?
	scripts/install-dependencies build
	$(MAKE) --no-print-directory build TARGET=toroid
	JOBS=$(JOBS) tests/campaigns/stuck/run --toroid $(CURDIR)/$(BUILD)/bin/toroid

soft-errors: ## Turn over every flip-flop of a node in a busy run: what becomes of it?
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build TARGET=toroid
	JOBS=$(JOBS) tests/campaigns/flip/run --toroid $(CURDIR)/$(BUILD)/bin/toroid

mutation: ## Draw 2000 mutants of the hardware: which does a test notice? build/mutation.tsv
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build TARGET="toroid emitted_tests"
	JOBS=$(JOBS) tests/campaigns/rtl/run --toroid $(CURDIR)/$(BUILD)/bin/toroid \
	  --tests $(CURDIR)/$(BUILD)/bin --write $(CURDIR)/build/mutation.tsv

cpp-mutation: ## Draw 320 mutants of gen/ and sim/model: which does a test notice? build/cpp-mutants.tsv
	scripts/install-dependencies test
	cmake --preset release -B build/alone -DCMAKE_UNITY_BUILD=OFF $(CMAKE_ARGS)
	cmake --build build/alone --target chakra_header
	JOBS=$(JOBS) tests/campaigns/cpp/run --build build/alone --write $(CURDIR)/build/cpp-mutants.tsv

coverage: ## Have random networks run until every state of their routers was seen; build/coverage.json
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build TARGET=toroid
	JOBS=$(JOBS) tests/campaigns/coverage/run --toroid $(CURDIR)/$(BUILD)/bin/toroid \
	  --write $(CURDIR)/build/coverage.json

reproducible: ## Compare bytes between gcc and clang, -O0 and -O3, languages, threads, lanes
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build TARGET=toroid
	for compiler in g++ clang++; do for level in 0 3; do \
	  cmake -G Ninja -S . -B build/reproducible/$$compiler-$$level -DCMAKE_CXX_COMPILER=$$compiler \
	    -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O$$level $(CMAKE_ARGS) && \
	  cmake --build build/reproducible/$$compiler-$$level --parallel $(JOBS) --target toroid || \
	  exit 1; \
	done; done
	tests/builds/reproducible $(BUILD)/bin/toroid build/reproducible/*/bin/toroid

endurance: ## Have random networks deliver 10^9 flits; half an hour, goes on where it was
	scripts/install-dependencies test
	$(MAKE) --no-print-directory build TARGET=toroid
	tests/campaigns/endurance/run --toroid $(CURDIR)/$(BUILD)/bin/toroid

package: ## Make a Debian package in build/release/package
	scripts/install-dependencies package
	$(MAKE) --no-print-directory build TARGET=toroid CMAKE_ARGS="$(CMAKE_ARGS) -DTOROID_COMPLETE=ON"
	cd $(BUILD) && cpack

package-test: package ## Install the package in an empty system, run it and remove it; needs root
	scripts/test-package $(BUILD)/package/*.deb

clean: ## Remove build
	rm -rf build
