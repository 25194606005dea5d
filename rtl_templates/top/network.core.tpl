CAPI=2:
<%banner%>
name: toroid:network:<%name%>:<%version%>
description: "<%summary%>, hardware <%hash%>"
filesets:
  rtl:
    files:
<%#files%>
      - <%path%>
<%/files%>
    file_type: verilogSource
  wrap:
    files:
<%#wrap_files%>
      - <%path%>
<%/wrap_files%>
    file_type: verilogSource
<%#benches%>
  bench:
    files:
<%#bench_files%>
      - <%path%>
<%/bench_files%>
    file_type: verilogSource
<%/benches%>
  constraints:
    files:
      - constraints/<%name%>.sdc
    file_type: SDC
  wrap_constraints:
    files:
      - constraints/<%wrap%>.sdc
    file_type: SDC
targets:
  default:
    filesets: [rtl, wrap]
    toplevel: <%wrap%>
  wrap:
    filesets: [rtl, wrap, wrap_constraints]
    toplevel: <%wrap%>
<%#benches%>
  sim:
    filesets: [rtl, wrap, bench]
    toplevel: <%bench%>
    default_tool: icarus
    tools:
      icarus:
        iverilog_options: [-g2005]
<%/benches%>
  lint:
    filesets: [rtl]
    toplevel: <%top%>
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall, --unroll-count, "<%unroll%>"]
  synth:
    filesets: [rtl, constraints]
    toplevel: <%top%>
