<%banner%>
#
# One clock. The period and the share of it that lies outside the network are starting values: set
# them to the design's.
set period 10.0
create_clock -name clk -period $period [get_ports clk]
set outside [expr {0.2 * $period}]
set_input_delay $outside -clock clk [get_ports {<%inputs%>}]
set_output_delay $outside -clock clk [get_ports {<%outputs%>}]
