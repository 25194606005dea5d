CAPI=2:
<%banner%>
name: toroid:network:<%name%>:<%version%>
description: "<%summary%>"
filesets:
  rtl:
    files:
<%#files%>
      - <%path%>
<%/files%>
    file_type: verilogSource
  constraints:
    files:
      - constraints/toroid.sdc
    file_type: SDC
targets:
  default:
    filesets: [rtl]
    toplevel: <%top%>
  lint:
    filesets: [rtl]
    toplevel: <%top%>
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
  synth:
    filesets: [rtl, constraints]
    toplevel: <%top%>
