import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { actedBy, commandLine, type Operator, recordDone } from "../../audit-log/service.ts";
import {
  deleteInvestor,
  findAccountId,
  findFirmId,
  listInvestors,
  storeInvestor,
} from "./queries.ts";

/**
 * Verifies an account as an investor, perhaps of a firm (an organization). Repeating the request changes nothing. Throws 404 for an
 * unknown one.
 */
export async function verifyInvestor(
  db: Db,
  { email, firm }: { email: string; firm: string | null },
  by: Operator = commandLine,
): Promise<{ userId: string; isChanged: boolean }> {
  const userId = required(await findAccountId(db, email), "Account");
  const firmId = firm === null ? null : required(await findFirmId(db, firm), "Organization");
  const isChanged = await db.transaction(async (tx) => {
    if (!(await storeInvestor(tx, userId, firmId))) return false;
    const { detail, ...actor } = actedBy(by);
    const done = { ...subject(userId), ...actor, action: "investor.verified" };
    await recordDone(tx, { ...done, detail: { firmId, ...detail } });
    return true;
  });
  return { userId, isChanged };
}

/** Revokes the verification. Throws 404 for an account without one. */
export async function unverifyInvestor(
  db: Db,
  email: string,
  by: Operator = commandLine,
): Promise<{ userId: string }> {
  const userId = required(await findAccountId(db, email), "Account");
  await db.transaction(async (tx) => {
    required((await deleteInvestor(tx, userId)) ? userId : null, "Investor");
    await recordDone(tx, { ...subject(userId), ...actedBy(by), action: "investor.unverified" });
  });
  return { userId };
}

/** Verified investors, the newest first. */
export const listVerifiedInvestors = (db: Db, query: PageQuery) => listInvestors(db, query);

const subject = (id: string) => ({ subjectType: "person", subjectId: id }) as const;
