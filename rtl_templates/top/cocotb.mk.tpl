<%banner%>
# Runs test_<%name%>.py: make -f cocotb.mk, or make cocotb. SIM=verilator for Verilator.
SIM ?= icarus
TOPLEVEL_LANG := verilog
VERILOG_SOURCES := $(sort $(wildcard ../rtl/*.v) $(wildcard ../wrap/*.v))
TOPLEVEL := <%wrap%>
COCOTB_TOPLEVEL := <%wrap%>
MODULE := test_<%name%>
COCOTB_TEST_MODULES := test_<%name%>
ifeq ($(SIM),verilator)
  EXTRA_ARGS += --unroll-count <%unroll%>
endif
SIM_BUILD := build/cocotb
COCOTB_RESULTS_FILE := build/results.xml
include $(shell cocotb-config --makefiles)/Makefile.sim
