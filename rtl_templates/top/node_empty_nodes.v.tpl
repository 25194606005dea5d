  // A node that holds no guest node has no logical address: it refuses all that is injected.
