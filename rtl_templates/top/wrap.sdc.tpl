<%banner%>
#
# For <%module%> as the top. Periods and the share of them that lies outside are starting values: set
# them to the design's. In a design that instantiates it the lines on clocks are what is of use.
set outside 0.2
set clk_period 10.0
create_clock -name clk -period $clk_period [get_ports clk]
<%#clocks%>
set <%clock%>_period 10.0
create_clock -name <%clock%> -period $<%clock%>_period [get_ports <%clock%>]
<%/clocks%>
<%#crossings%>

# From one clock to another go the counts of queues, in Gray code, and the words themselves. The bits
# of a count may differ by less than a period of its own clock, and a word is to be there when its
# count is read. (In Vivado with -datapath_only; there, and where the tool knows that a maximum delay
# takes the place of the check between clocks, without the lines on hold.)
<%/crossings%>
<%#crossed%>
set limit [expr {min($clk_period, $<%clock%>_period)}]
set_max_delay $limit -from [get_clocks clk] -to [get_clocks <%clock%>]
set_max_delay $limit -from [get_clocks <%clock%>] -to [get_clocks clk]
set_false_path -hold -from [get_clocks clk] -to [get_clocks <%clock%>]
set_false_path -hold -from [get_clocks <%clock%>] -to [get_clocks clk]
<%/crossed%>

<%#asynchronous%>
# Released by synchronisers, one for each clock.
set_false_path -from [get_ports <%reset%>]
<%/asynchronous%>
<%#delays%>
set_<%way%>_delay [expr {$outside * $<%clock%>_period}] -clock <%clock%> [get_ports {<%ports%>}]
<%/delays%>
