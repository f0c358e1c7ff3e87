import { randomUUID } from "node:crypto";
import type { NotificationState } from "#schemas/shapes/accounts/notification.ts";
import type { Platform } from "../../platform.ts";
import type { Operator } from "../audit-log/service.ts";
import * as directory from "../directory-acts/service.ts";
import * as entities from "../entities/service.ts";
import * as filings from "../filings/service.ts";
import * as investors from "../investors/service.ts";
import { type Act, tell } from "../notifications/service.ts";
import * as relationships from "../relationships/service.ts";
import * as reports from "../reports/service.ts";

/**
 * Each function makes the decision of a module by an operator, and tells the person who handed the thing in by a
 * notification, and by a mail where it is wanted. The job is stored with the decision. A refused decision and a repeat tell nothing.
 */
type Parts = Pick<Platform, "transaction">;
type Within = Pick<Platform, "enqueue">;

/** It does not say who decided. An account that is gone is not told. */
async function tellDecided(
  within: Within,
  { userId, ...act }: Omit<Act, "kind" | "sourceId" | "userId"> & { userId: string | null },
  { reason }: Operator,
): Promise<void> {
  if (userId === null) return;
  const sourceId = `decision:${randomUUID()}`;
  await tell(within, { kind: "decisions", sourceId, userId, reason: reason ?? null, ...act });
}

const stateOf = {
  review: "reviewing",
  verify: "verified",
  unverify: "unverified",
  reject: "rejected",
  accept: "accepted",
  grant: "granted",
  decline: "declined",
} as const satisfies Record<string, NotificationState>;

/** As `decideReport` of reports. Tells the report's owner. */
export const decideReport = (
  { transaction }: Parts,
  id: string,
  body: Parameters<typeof reports.decideReport>[2],
  by: Operator,
) =>
  transaction(async (within) => {
    const row = await reports.decideReport(within.db, id, body, by);
    const { userId, entityId, title: label } = row;
    const about = { subjectType: "report", subjectId: id, entityId, label } as const;
    await tellDecided(within, { ...about, userId, state: stateOf[body.decision] }, by);
    return row;
  });

/** As `decideFiling` of filings. Tells who made the filing. */
export const decideFiling = (
  { transaction }: Parts,
  id: string,
  { decision, tier }: { decision: "verify" | "reject"; tier?: "L2" | "L3" | undefined },
  by: Operator,
) =>
  transaction(async (within) => {
    const row = await filings.decideFiling(within, id, decision, tier, by);
    const { createdBy: userId, entityId, schemaType, reportingPeriodId } = row;
    const label = `${schemaType.replaceAll("_", " ")} ${reportingPeriodId}`;
    const about = { subjectType: "filing", subjectId: id, entityId, label } as const;
    await tellDecided(within, { ...about, userId, state: stateOf[decision] }, by);
    return row;
  });

/** Tells who claims a company how the claim was decided, in the transaction of the decision. */
export const tellClaimDecided = (
  within: Within,
  { entityId, userId }: { entityId: string; userId: string },
  decision: "grant" | "decline",
  by: Operator,
) =>
  tellDecided(
    within,
    { subjectType: "claim", subjectId: entityId, entityId, userId, state: stateOf[decision] },
    by,
  );

/** As `grantClaim` of relationships. Tells the new owner. */
export const grantClaim = (
  { transaction }: Parts,
  of: { entityId: string; email: string },
  by: Operator,
) =>
  transaction(async (within) => {
    const { userId } = await relationships.grantClaim(within.db, of, by);
    await tellClaimDecided(within, { entityId: of.entityId, userId }, "grant", by);
  });

/** As `declineClaim` of relationships. Tells who claimed. */
export const declineClaim = ({ transaction }: Parts, entityId: string, by: Operator) =>
  transaction(async (within) => {
    const { userId } = await relationships.declineClaim(within.db, entityId, by);
    await tellClaimDecided(within, { entityId, userId }, "decline", by);
  });

/** As `decideCorrection` of the directory. Tells who suggested it. */
export const decideCorrection = (
  { transaction }: Parts,
  id: string,
  decision: "review" | "accept" | "reject",
  by: Operator,
) =>
  transaction(async (within) => {
    const done = await directory.decideCorrection(within.db, id, decision, by);
    const { userId, entityId, field: label } = done;
    const about = { subjectType: "correction", subjectId: id, entityId, label } as const;
    await tellDecided(within, { ...about, userId, state: stateOf[decision] }, by);
    return done;
  });

/** As `verifyEntity` of entities. Tells the entity's owner. */
export const decideEntity = (
  { transaction }: Parts,
  id: string,
  decision: "verify" | "unverify",
  by: Operator,
) =>
  transaction(async (within) => {
    const done = await entities.verifyEntity(within.db, id, decision === "verify", by);
    if (!done.isChanged) return;
    const about = { subjectType: "entity", subjectId: id, entityId: id } as const;
    await tellDecided(within, { ...about, userId: done.ownerId, state: stateOf[decision] }, by);
  });

/** As `verifyInvestor` and `unverifyInvestor` of investors. Tells the account. */
export const decideInvestor = (
  { transaction }: Parts,
  {
    decision,
    email,
    firm,
  }: { decision: "verify" | "unverify"; email: string; firm: string | null },
  by: Operator,
) =>
  transaction(async (within) => {
    const { userId, isChanged } =
      decision === "verify"
        ? await investors.verifyInvestor(within.db, { email, firm }, by)
        : { ...(await investors.unverifyInvestor(within.db, email, by)), isChanged: true };
    const about = { subjectType: "account", subjectId: userId } as const;
    if (isChanged) await tellDecided(within, { ...about, userId, state: stateOf[decision] }, by);
    return { userId };
  });
