<%banner%>
#
# Random packets between all nodes of <%wrap%>: order, payload and place of each are checked.
#   make            with Icarus Verilog            make verilator  with Verilator, which is quicker
#   make wave       shows it in GTKWave
#   make cocotb     test_<%name%>.py, where cocotb and cocotbext-axi are installed
# Verilator compiles no folder with a blank in its path: then it does so in a temporary one.
# ARGS is passed on: make ARGS="+packets=5000 +seed=7 +stall=0". All that is made is in build.

ARGS ?=
SOURCES := $(sort $(wildcard ../rtl/*.v) $(wildcard ../wrap/*.v))

.PHONY: sim icarus verilator wave cocotb clean
sim: icarus

icarus: build/<%bench%>.vvp
	vvp -n $< $(ARGS) | tee build/log
	@grep -q '^PASS' build/log

build/<%bench%>.vvp: <%bench%>.v $(SOURCES)
	mkdir -p build
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

cocotb:
	mkdir -p build
	PYTHONDONTWRITEBYTECODE=1 $(MAKE) -f cocotb.mk

clean:
	rm -rf build
