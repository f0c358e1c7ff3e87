import { createHash } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import { actedBy, commandLine, type Operator, recordDone } from "../../audit-log/service.ts";
import { deleteFlag, type FlagAudience, storeFlag } from "./queries.ts";

export { type FlagAudience, findAccountId, type ListedFlag, listFlags } from "./queries.ts";

/**
 * Switches a flag on for an audience, in addition to its other audiences; a percentage replaces the previous
 * percentage. Repeating the request changes nothing. Writes the audit log.
 */
export async function setFlag(
  db: Db,
  flag: string,
  audience: FlagAudience,
  by: Operator = commandLine,
): Promise<void> {
  const accountId = audience.scope === "account" ? audience.accountId : null;
  const percentage = audience.scope === "percentage" ? audience.percentage : null;
  await db.transaction(async (tx) => {
    if (!(await storeFlag(tx, flag, audience))) return;
    await record(tx, "flag.set", { flag, scope: audience.scope, accountId, percentage }, by);
  });
}

/** Switches a flag off for an audience, or for all (null). Returns the number of deleted rows. Writes the audit log. */
export async function clearFlag(
  db: Db,
  flag: string,
  audience: { scope: FlagAudience["scope"]; accountId?: string | undefined } | null,
  by: Operator = commandLine,
): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await deleteFlag(tx, flag, audience);
    for (const { scope, accountId, percentage } of gone) {
      await record(tx, "flag.cleared", { flag, scope, accountId, percentage }, by);
    }
    return gone.length;
  });
}

function record(
  db: Db,
  action: string,
  about: { flag: string } & Record<string, unknown>,
  by: Operator,
): Promise<void> {
  const { detail, ...actor } = actedBy(by);
  return recordDone(db, {
    subjectType: "flag",
    subjectId: flagSubject(about.flag),
    action,
    ...actor,
    detail: { ...about, ...detail },
  });
}

/** The audit log's id of a flag: the same for one name in every database. */
export function flagSubject(flag: string): string {
  const hex = createHash("sha256").update(`flag:${flag}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
