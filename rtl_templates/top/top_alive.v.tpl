
if (!ABSENT[NODE]) begin : alive
