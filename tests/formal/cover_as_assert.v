// Makes of a statement to be covered one that says this never happens, so that refuting it shows
// how it does.
(* techmap_celltype = "$cover" *)
module cover_as_assert (
  input A,
  input EN
);
  wire never = ~A;
  \$assert _TECHMAP_REPLACE_ (.A(never), .EN(EN));
endmodule
