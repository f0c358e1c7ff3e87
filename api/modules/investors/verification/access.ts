import { allowed } from "#api/auth/access.ts";
import { findInvestor } from "./queries.ts";

/** An account that an operator has verified as an investor (STP-50). */
export const verifiedInvestor = allowed("verified investor", async (db, { userId }) =>
  (await findInvestor(db, userId)) === null ? "no" : "yes",
);
