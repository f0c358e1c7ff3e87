import { rebuildCompanyTask } from "#schemas/tasks/rebuild-company.ts";
import { pick, required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import * as publication from "../publication/service.ts";
import * as relationships from "../relationships/service.ts";
import { type ActDeps, type Administrator, operatorOf } from "./acting.ts";
import * as decisions from "./decisions.ts";
import * as flags from "./flags/service.ts";
import type * as shapes from "./schemas.ts";
import { findCik } from "./tickers/queries.ts";
import * as tickers from "./tickers/service.ts";

export { commandLine, listOperatorActs } from "../audit-log/service.ts";
export { listWaitingCorrections } from "../directory-acts/service.ts";
export { listUnverified as listUnverifiedEntities } from "../entities/service.ts";
export { listWaitingFilings } from "../filings/service.ts";
export { listVerifiedInvestors } from "../investors/service.ts";
export { listModerated as listModeratedListings } from "../publication/service.ts";
export { listWaitingClaims } from "../relationships/service.ts";
export { listWaitingReports } from "../reports/service.ts";
export type { Administrator } from "./acting.ts";
export * as decisions from "./decisions.ts";
export * from "./flags/service.ts";
export * as shapes from "./schemas.ts";
export { findEntityNamed } from "./tickers/queries.ts";
export * from "./tickers/service.ts";

/** Decides a submitted report. Throws 404 and 409. */
export async function decideReport(
  deps: ActDeps,
  admin: Administrator,
  id: string,
  { reason, ...decision }: shapes.ReportDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, reason);
  const { status } = await decisions.decideReport(deps, id, decision, by);
  return { id, status };
}

/** Decides a filing; its statements follow by a job. Throws 404 and 409. */
export async function decideFiling(
  deps: ActDeps,
  admin: Administrator,
  id: string,
  body: shapes.FilingDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, body.reason);
  const tier = body.decision === "verify" ? body.tier : undefined;
  const { status } = await decisions.decideFiling(deps, id, { decision: body.decision, tier }, by);
  return { id, status };
}

/** Decides a claim of a company; its terminal follows by a job. Throws 404 and 409. */
export async function decideClaim(
  deps: ActDeps,
  admin: Administrator,
  id: string,
  { decision, reason }: shapes.ClaimDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, reason);
  await deps.transaction(async (within) => {
    const claim = await relationships.decideClaim(within.db, id, decision, by);
    await decisions.tellClaimDecided(within, claim, decision, by);
    await buildAgain(within, claim.entityId);
  });
  return { id, status: decision === "grant" ? "granted" : "declined" };
}

/** Stored in the transaction of the act: a worker builds the company after the commit. */
async function buildAgain(
  { db, enqueue }: Pick<Deps, "db" | "enqueue">,
  entityId: string,
): Promise<void> {
  const cik = await findCik(db, entityId);
  if (cik !== null) await enqueue(rebuildCompanyTask, { cik });
}

/** Decides a suggested correction. Throws 404 and 409. */
export async function decideCorrection(
  deps: ActDeps,
  admin: Administrator,
  id: string,
  { decision, reason }: shapes.CorrectionDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, reason);
  const { status } = await decisions.decideCorrection(deps, id, decision, by);
  return { id, status };
}

/** Verifies an entity, or withdraws it. Repeating the request changes nothing. Throws 404. */
export async function decideEntity(
  deps: ActDeps,
  admin: Administrator,
  id: string,
  { decision, reason }: shapes.EntityDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, reason);
  await decisions.decideEntity(deps, id, decision, by);
  return { id, status: decision === "verify" ? "verified" : "unverified" };
}

/** Verifies an account as an investor, or withdraws it. Throws 404. */
export async function decideInvestor(
  deps: ActDeps,
  admin: Administrator,
  body: shapes.InvestorDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, body.reason);
  const { decision, email } = body;
  const firm = decision === "verify" ? body.firm : null;
  const { userId } = await decisions.decideInvestor(deps, { decision, email, firm }, by);
  return { id: userId, status: decision === "verify" ? "verified" : "unverified" };
}

/** Blocks, archives or restores a listing. Throws 404 and 409. */
export async function decideListing(
  deps: ActDeps,
  admin: Administrator,
  { subjectType, slug }: { subjectType: string; slug: string },
  { decision, reason }: shapes.ListingDecision,
): Promise<shapes.Decided> {
  const by = await operatorOf(deps, admin, reason);
  if (subjectType !== "entity" && subjectType !== "person") throw notFound("Listing");
  const found = await publication.findSubject(deps.db, subjectType, slug);
  const subject = required(found, "Listing");
  const { status } = await publication.moderateListing(deps.db, subject, decision, by);
  return { id: "entityId" in subject ? subject.entityId : subject.userId, status };
}

/** Switches a flag on for an audience; answers all its audiences. Throws 404 for an unknown address. */
export async function switchFlag(
  deps: ActDeps,
  admin: Administrator,
  { flag, reason, ...body }: shapes.FlagBody,
) {
  const by = await operatorOf(deps, admin, reason);
  await flags.setFlag(deps.db, flag, await audienceOf(deps, body), by);
  return audiencesOf(deps, flag);
}

type Audience =
  | Exclude<flags.FlagAudience, { scope: "account" }>
  | { scope: "account"; email: string };

async function audienceOf({ db }: ActDeps, body: Audience): Promise<flags.FlagAudience> {
  if (body.scope !== "account") return body;
  const accountId = required(await flags.findAccountId(db, body.email), "Account");
  return { scope: "account", accountId };
}

/** The audiences of a flag, or of all. */
export async function audiencesOf({ db }: Pick<ActDeps, "db">, flag?: string) {
  const rows = await flags.listFlags(db);
  const audiences = rows
    .filter((row) => flag === undefined || row.flag === flag)
    .map((row) => pick(row, "id", "flag", "scope", "accountId", "email", "percentage"));
  return { audiences };
}

/** Switches a flag off for one of its audiences; answers those that are left. Throws 404 for an unknown one. */
export async function unsetFlag(
  deps: ActDeps,
  admin: Administrator,
  audienceId: string,
  reason?: string,
) {
  const by = await operatorOf(deps, admin, reason);
  const rows = await flags.listFlags(deps.db);
  const { flag, scope, accountId } = required(
    rows.find(({ id }) => id === audienceId),
    "Audience",
  );
  await flags.clearFlag(deps.db, flag, { scope, accountId: accountId ?? undefined }, by);
  return audiencesOf(deps, flag);
}

/** Gives a company a service ticker, or takes it away (null); its terminal follows by a job. Throws 404 and 409. */
export async function changeTicker(
  deps: ActDeps,
  admin: Administrator,
  entityId: string,
  { ticker, reason }: { ticker: string | null; reason?: string | undefined },
): Promise<{ entityId: string; ticker: string | null }> {
  const by = await operatorOf(deps, admin, reason);
  return deps.transaction(async (within) => {
    required(await findCik(within.db, entityId), "Company");
    const set =
      ticker === null
        ? { ticker, isChanged: await tickers.removeServiceTicker(within.db, entityId, by) }
        : await tickers.setServiceTicker(within.db, { entityId, ticker }, by);
    if (set.isChanged) await buildAgain(within, entityId);
    return { entityId, ticker: set.ticker };
  });
}
