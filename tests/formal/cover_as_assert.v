// Turns a cover statement into an assertion that it never happens; refuting the assertion shows how
// it does.
(* techmap_celltype = "$cover" *)
module cover_as_assert (
  input A,
  input EN
);
  wire never = ~A;
  \$assert _TECHMAP_REPLACE_ (.A(never), .EN(EN));
endmodule
