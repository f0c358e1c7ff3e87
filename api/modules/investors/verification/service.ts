import { required } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { deleteInvestor, findAccountId, findFirmId, storeInvestor } from "./queries.ts";

/** Verifies an account as an investor, perhaps of a firm (an organization). Throws 404 for an unknown one. */
export async function verifyInvestor(
  db: Db,
  { email, firm }: { email: string; firm: string | null },
): Promise<void> {
  const userId = required(await findAccountId(db, email), "Account");
  const firmId = firm === null ? null : required(await findFirmId(db, firm), "Organization");
  await storeInvestor(db, userId, firmId);
}

/** Revokes the verification. Throws 404 for an account without one. */
export async function unverifyInvestor(db: Db, email: string): Promise<void> {
  const userId = required(await findAccountId(db, email), "Account");
  required((await deleteInvestor(db, userId)) ? userId : null, "Investor");
}
