import type { TextService } from "#api/clients/text-service.ts";
import { digestOf } from "#api/data/hash-chain.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { conflict, unavailable } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import { draftSummary } from "#schemas/tasks/draft-summary.ts";
import type { SeenStartup } from "../listings/access.ts";
import { findListing } from "../listings/queries.ts";
import { type Acting, record } from "./acting.ts";
import { presentBaseline } from "./present.ts";
import type { BaselineRow } from "./queries.ts";
import * as queries from "./queries.ts";
import type { Baseline } from "./schemas.ts";
import { instructions, refusalOf, type SummaryBasis, templateDraft } from "./summary.ts";

type StartupName = Pick<SeenStartup, "id" | "name">;

async function readBasis(db: Db, startup: StartupName, row: BaselineRow): Promise<SummaryBasis> {
  const versions = await queries.listBaselineVersions(db, row.id);
  const fields = queries.corrected(await queries.listFields(db, row.id), versions);
  return { name: startup.name, fields, strategicContext: row.strategicContext };
}

/**
 * Drafts a summary by the template, pending until the founder confirms it, and has a job ask the text service for a
 * better one. Throws 409 for a baseline without fields, and 503 for a draft that is refused.
 */
export function generateSummary(deps: Deps, { startup, userId }: Acting): Promise<Baseline> {
  return deps.transaction(async ({ db, enqueue }) => {
    const row = required(await queries.lockBaseline(db, startup.id), "Baseline");
    const basis = await readBasis(db, startup, row);
    if (basis.fields.length === 0) throw conflict("A baseline without fields has no summary");
    const { text, method } = templateDraft(basis);
    const refusal = refusalOf(text, basis);
    if (refusal !== null) throw unavailable(`The draft was refused: ${refusal}`);
    await queries.supersedeSummaries(db, row.id, ["pending"]);
    await queries.summaries.insert(db, { baselineId: row.id, text, method });
    await record(db, { startup, userId }, "startup.summary_drafted", { method });
    await enqueue(draftSummary, { startupListingId: startup.id, userId });
    return presentBaseline(db, startup);
  });
}

/**
 * Puts the text service's draft in the place of the template's, where that is still pending and the baseline is as it
 * was. Any other outcome changes nothing, and the audit log gives the reason.
 */
export async function draftByService(
  { db, log, transaction }: Pick<Platform, "db" | "log" | "transaction">,
  { startupListingId, userId }: { startupListingId: string; userId: string },
  service: TextService,
  signal?: AbortSignal,
): Promise<"drafted" | "refused" | "not wanted"> {
  const startup = await findListing(db, startupListingId);
  const row = startup && (await queries.findBaseline(db, startupListingId));
  const pending = row && (await queries.findSummary(db, row.id, ["pending"]));
  if (!startup || !row || pending?.method !== "template") return "not wanted";
  const basis = await readBasis(db, startup, row);
  const material = templateDraft(basis).text;
  const draft = service.ask({ instructions, material }, signal);
  const text = await draft.catch((err: unknown) => {
    log.warn({ err }, "the text service did not answer");
    return null;
  });
  const refusal = text === null ? "the text service did not answer" : refusalOf(text, basis);
  return transaction(async (within) => {
    const now = await queries.lockBaseline(within.db, startup.id);
    const current = now && (await queries.findSummary(within.db, now.id, ["pending"]));
    const isSame = now && digestOf(await readBasis(within.db, startup, now)) === digestOf(basis);
    if (!now || current?.id !== pending.id || !isSame) return "not wanted";
    const detail = { method: service.model, ...(refusal === null ? {} : { reason: refusal }) };
    const action = refusal === null ? "startup.summary_drafted" : "startup.summary_refused";
    await record(within.db, { startup, userId }, action, detail);
    if (refusal !== null || text === null) return "refused";
    await queries.supersedeSummaries(within.db, now.id, ["pending"]);
    await queries.summaries.insert(within.db, { baselineId: now.id, text, method: service.model });
    return "drafted";
  });
}

/** Confirms the pending draft. Throws 409 without one. */
export function confirmSummary(deps: Deps, { startup, userId }: Acting): Promise<Baseline> {
  return deps.transaction(async ({ db }) => {
    const row = required(await queries.lockBaseline(db, startup.id), "Baseline");
    const pending = await queries.findSummary(db, row.id, ["pending"]);
    if (pending === null) throw conflict("There is no pending summary to confirm");
    await queries.supersedeSummaries(db, row.id, ["confirmed"]);
    await queries.summaries.change(
      db,
      { id: pending.id },
      { status: "confirmed", confirmedAt: deps.now().toISOString() },
    );
    await record(db, { startup, userId }, "startup.summary_confirmed");
    return presentBaseline(db, startup);
  });
}
