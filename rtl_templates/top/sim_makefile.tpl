<%banner%>
#
<%#random%>
# Random packets between all nodes of <%wrap%>: order, payload and place of each are checked.
<%/random%>
<%#requests%>
# Random reads and writes at all AXI4 ports of <%wrap%>: data, responses and order are checked.
<%/requests%>
<%#messages%>
# Messages between the nodes of <%wrap%>: cycle, payload and place of each are checked.
<%/messages%>
#   make            with Icarus Verilog            make verilator  with Verilator, which is quicker
#   make wave       shows it in GTKWave
<%#cocotb%>
#   make cocotb     test_<%name%>.py, where cocotb and cocotbext-axi are installed
<%/cocotb%>
# Verilator compiles no folder with a blank in its path: then it does so in a temporary one.
<%#random%>
# ARGS is passed on: make ARGS="+packets=5000 +seed=7 +stall=0". All that is made is in build.
<%/random%>
<%#requests%>
# ARGS is passed on: make ARGS="+requests=5000 +seed=7 +stall=0". All that is made is in build.
<%/requests%>
<%#messages%>
# ARGS is passed on: make ARGS="+<%count%>=9 +seed=7". All that is made is in build.
<%/messages%>

ARGS ?=
SOURCES := $(sort $(wildcard ../rtl/*.v) $(wildcard ../wrap/*.v)<%#requests%> $(wildcard *_memory.v *_manager.v)<%/requests%>)

.PHONY: sim icarus verilator wave<%#cocotb%> cocotb<%/cocotb%> clean
sim: icarus

icarus: build/<%bench%>.vvp
	vvp -n $< $(ARGS) | tee build/log
	@grep -q '^PASS' build/log

build/<%bench%>.vvp: <%bench%>.v $(SOURCES)
	mkdir -p build
<%#large%>
	@echo "<%nodes%> nodes: Icarus takes from half a minute (mesh:10x20) to minutes (torus:16x16)"
<%/large%>
	iverilog -g2005 -s <%bench%> -o $@ $^

verilator: build/verilator/<%bench%>
	$< $(ARGS) | tee build/log
	@grep -q '^PASS' build/log

build/verilator/<%bench%>: <%bench%>.v $(SOURCES)
	mkdir -p build/verilator
	work=build/verilator; case "$(CURDIR)" in *" "*) work=$$(mktemp -d);; esac; \
	verilator --binary --timing --trace -Wno-fatal -Wno-WIDTH -Wno-STMTDLY --top-module <%bench%> \
	  -O3 -j 0 --unroll-count <%unroll%> -o <%bench%> --Mdir "$$work" $^ >build/verilator.log || \
	  { cat build/verilator.log; exit 1; }; \
	case "$(CURDIR)" in *" "*) mv "$$work/<%bench%>" $@ && rm -r "$$work";; esac

wave: build/<%bench%>.vvp
	vvp -n $< +wave $(ARGS)
	gtkwave build/<%name%>.vcd <%name%>.gtkw

<%#cocotb%>
cocotb:
	mkdir -p build
	PYTHONDONTWRITEBYTECODE=1 $(MAKE) -f cocotb.mk

<%/cocotb%>
clean:
	rm -rf build
