import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { buildFilings } from "#schemas/tasks/build-filings.ts";
import type { Caller } from "../../auth/caller.ts";
import { nextLink } from "../../data/hash-chain.ts";
import type { PageQuery } from "../../data/page.ts";
import { pick, required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../http/errors.ts";
import { recordDone } from "../audit-log/service.ts";
import { tell } from "../notifications/service.ts";
import { judge } from "./content.ts";
import { filingMoves } from "./moves.ts";
import {
  type ChainOf,
  type FilingRow,
  filingRows,
  findFirstHidden,
  isPeriodPublic,
  listChain,
  listChecks,
  listInForce,
  listOfPeriod,
  listPublic,
  lockChainEnd,
  type PeriodRow,
  periods,
  type Reader,
  withdrawFigures,
} from "./queries.ts";
import type { Filing, FilingBody, FilingChange } from "./schemas.ts";

export { decideFiling, listWaitingFilings } from "./decide.ts";
export { findHighestPublicTier, listSubmittedOn as listFilingDates } from "./queries.ts";

type Parts = Pick<Deps, "db" | "registry" | "now" | "transaction" | "enqueue">;

/**
 * Creates a draft; with `submit` it is submitted at once, unless it has issues: then it stays a draft that names them.
 */
export async function createFiling(
  deps: Parts,
  userId: string,
  { submit, ...values }: FilingBody,
): Promise<Filing> {
  return deps.transaction(async (within) => {
    const isPublic = values.isPublic ?? (await isPeriodPublic(within.db, values));
    const row = await filingRows.insert(within.db, { ...values, isPublic, createdBy: userId });
    const { issues } = await judgeRow(within, row);
    if (!submit || issues.length > 0) return present(within, row);
    return present(within, await submitRow(within, row, userId));
  });
}

/**
 * Changes a draft, or submits it. Throws 409 once it is submitted, and 400 with issues as `submitFiling`. Who may read a
 * filing changes in every state.
 */
export async function changeFiling(
  deps: Parts,
  row: FilingRow,
  userId: string,
  { status, ...change }: FilingChange,
): Promise<Filing> {
  return deps.transaction(async (within) => {
    // In the order of every submit: first the chain, then its filing.
    if (status !== undefined) await lockChainEnd(within.db, row);
    const { isPublic, ...content } = change;
    let current = await changeDraft(within.db, row, content);
    if (isPublic !== undefined && isPublic !== current.isPublic) {
      current = await setAudience(within, current, { isPublic, actorId: userId });
    }
    if (status === undefined) return present(within, current);
    return present(within, await submitRow(within, current, userId));
  });
}

async function changeDraft(
  db: Db,
  row: FilingRow,
  { content, reportingPeriodId }: Omit<FilingChange, "status" | "isPublic">,
): Promise<FilingRow> {
  if (content === undefined && reportingPeriodId === undefined) return row;
  const changed = await filingRows.change(
    db,
    { id: row.id, status: "draft" },
    // About another period it corrects another filing.
    {
      ...(content !== undefined && { content }),
      ...(reportingPeriodId !== undefined && {
        reportingPeriodId,
        isPublic: await isPeriodPublic(db, { ...row, reportingPeriodId }),
      }),
    },
  );
  if (changed === null) throw await notDraft(db, row.id);
  return changed;
}

/**
 * Opens a filing to all who may know of the entity, or closes it. Its statements follow by a job; what was public is
 * closed at once.
 */
async function setAudience(
  { db, enqueue }: Pick<Parts, "db" | "enqueue">,
  { id }: FilingRow,
  { isPublic, actorId }: { isPublic: boolean; actorId: string },
): Promise<FilingRow> {
  const row = required(await filingRows.change(db, { id }, { isPublic }), "Filing");
  if (row.status === "draft") return row;
  const action = isPublic ? "filing.opened" : "filing.closed";
  const about = { subjectType: "entity", subjectId: row.entityId } as const;
  await recordDone(db, { ...about, actorId, action, detail: { id } });
  if (!isPublic) await withdrawFigures(db, row);
  await enqueue(buildFilings, { entityId: row.entityId });
  if (isPublic) await tellFiled({ enqueue }, row);
  return row;
}

/** Tells those who watch the entity of a filing, once it is submitted and public. */
const tellFiled = (
  within: Pick<Parts, "enqueue">,
  { id, entityId, submittedAt, schemaType, reportingPeriodId }: FilingRow,
): Promise<void> =>
  tell(within, {
    kind: "company_filings",
    state: "filed",
    subjectType: "filing",
    subjectId: id,
    sourceId: `filing:${id}`,
    entityId,
    watchedAt: submittedAt,
    label: `${schemaType.replaceAll("_", " ")} ${reportingPeriodId}`,
  });

/** The filings of an entity that are in force, and whether each is public. */
export const listFilingsInForce = (db: Db, entityId: string) => listInForce(db, entityId);

/** Opens filings in force to all who may know of the entity. Throws 404 where one is not in force, or another entity's. */
export async function openFilings(
  within: Pick<Parts, "db" | "enqueue">,
  of: { entityId: string; actorId: string },
  ids: readonly string[],
): Promise<void> {
  for (const id of new Set(ids)) {
    const status = ["submitted", "verified"] as const;
    const row = required(
      await filingRows.lock(within.db, { id, entityId: of.entityId, status: [...status] }),
      "Filing",
    );
    if (!row.isPublic) await setAudience(within, row, { isPublic: true, actorId: of.actorId });
  }
}

/** Puts a draft at the end of its chain. Throws 409 once it is submitted and 400 for one with issues. */
export async function submitFiling(deps: Parts, row: FilingRow, userId: string): Promise<Filing> {
  return deps.transaction(async (within) => present(within, await submitRow(within, row, userId)));
}

/** Public filings of an entity that are in force, newest first, to 100. */
export const listPublicFilings = (db: Db, entityId: string): Promise<FilingRow[]> =>
  listPublic(db, entityId);

/** Deletes a draft. Throws 409 for a submitted filing. */
export async function removeDraft(db: Db, id: string) {
  if (!(await filingRows.remove(db, { id, status: "draft" }))) throw await notDraft(db, id);
  return { id, deleted: true as const };
}

async function notDraft(db: Db, id: string): Promise<Error> {
  const { status } = required(await filingRows.byId(db, id), "Filing");
  return conflict(`Filing is ${status}; correct it by a new filing`);
}

/** In a transaction. The chain is locked, so of several at once each has the one before as its predecessor. */
async function submitRow(within: Parts, { id, ...chain }: FilingRow, userId: string) {
  const { db, now } = within;
  const last = await lockChainEnd(db, chain);
  // Read again under the lock: the hash must cover the row as it is stored.
  const row = required(await filingRows.lock(db, { id }), "Filing");
  if (row.status !== "draft") throw await notDraft(db, id);
  const { period, issues } = await judgeRow(within, row);
  if (issues.length > 0) throw invalid("The content has issues", issues);
  const end =
    last === null ? null : { version: last.chainVersion ?? 0, hash: last.contentHash ?? "" };
  const link = nextLink(hashedOf(row), end);
  const at = now().toISOString();
  const { row: submitted } = await filingMoves.make(db, "submit", {
    id,
    actorId: userId,
    set: {
      chainVersion: link.version,
      contentHash: link.hash,
      previousHash: link.previousHash,
      previousFilingId: last?.id ?? null,
      verificationTier: "L1",
      period,
      submittedAt: at,
    },
  });
  for (const older of await listOfPeriod(db, row, ["submitted"])) {
    await filingMoves.make(db, "supersede", { id: older.id, actorId: userId });
  }
  await within.enqueue(buildFilings, { entityId: row.entityId });
  if (submitted.isPublic) await tellFiled(within, submitted);
  return submitted;
}

/** What the hash of a filing covers beside its version and the hash before it. */
const hashedOf = ({ entityId, schemaType, reportingPeriodId, content }: FilingRow) => ({
  entityId,
  schemaType,
  reportingPeriodId,
  content,
});

/** One filing with what the checks found on its period. */
export async function getFiling(
  deps: Pick<Deps, "db" | "registry" | "now">,
  row: FilingRow,
  { viewer, reader }: { viewer: Caller | null; reader: Reader | "team" },
) {
  const { period } = row;
  const key =
    period &&
    (period.fiscalPeriod === "T" ? `T${period.end}` : `${period.fiscalYear}${period.fiscalPeriod}`);
  const checks =
    key === null ? null : await listChecks(deps.db, row.entityId, { periodKey: key, viewer });
  return { ...(await present(deps, row, await linksBefore(deps.db, row, reader))), checks };
}

type Presenting = Pick<Deps, "db" | "registry" | "now">;

/** What a reader may read of the chain of an entity and a type, oldest first. */
export const getChain = async (
  deps: Presenting,
  chain: ChainOf,
  query: PageQuery,
  reader: Reader | "team",
) =>
  presentAll(
    deps,
    await listChain(deps.db, chain, query, reader),
    await linksBefore(deps.db, chain, reader),
  );

/**
 * The place of a chain before which a reader sees links. A hash covers all elements before it: behind one that they may
 * not read, they could find its figures by trying them.
 */
const linksBefore = async (db: Db, chain: ChainOf, reader: Reader | "team"): Promise<number> =>
  (reader === "team" ? null : await findFirstHidden(db, chain, reader)) ?? Infinity;

/** All filings of an entity, drafts too, newest first. */
export const listEntityFilings = async (deps: Presenting, entityId: string, query: PageQuery) =>
  presentAll(deps, await filingRows.page(deps.db, { entityId }, query));

async function presentAll(
  deps: Presenting,
  found: Page<FilingRow>,
  linksBefore = Infinity,
): Promise<Page<Filing>> {
  const rows: Filing[] = [];
  for (const row of found.rows) rows.push(await present(deps, row, linksBefore));
  return { ...found, rows };
}

/**
 * Names a period, so that filings can refer to it. Throws 400 for one that ends before it starts, 409 for a known key.
 */
export async function namePeriod(
  db: Db,
  values: Omit<PeriodRow, "id" | "createdAt">,
): Promise<PeriodRow> {
  if (values.end < values.start) throw invalid("body/end: is before start");
  const row = await periods.insertNew(db, values);
  if (row === null) throw conflict(`The entity has a reporting period ${values.key}`);
  return row;
}

async function judgeRow({ db, registry, now }: Presenting, row: FilingRow) {
  const named = await periods.find(db, { entityId: row.entityId, key: row.reportingPeriodId });
  return judge(row, { named, registry, today: now().toISOString().slice(0, 10) });
}

async function present(deps: Presenting, row: FilingRow, linksBefore = Infinity): Promise<Filing> {
  const issues = row.status === "draft" ? (await judgeRow(deps, row)).issues : [];
  return {
    ...pick(row, "id", "entityId", "schemaType", "status", "content", "verificationTier"),
    reportingPeriodId: row.reportingPeriodId,
    issues,
    isPublic: row.isPublic,
    version: row.chainVersion,
    ...((row.chainVersion ?? 0) < linksBefore ? linksOf(row) : noLinks),
    ...pick(row, "submittedAt", "createdAt", "updatedAt"),
  };
}

const linksOf = (row: FilingRow) => pick(row, "previousFilingId", "contentHash", "previousHash");
const noLinks = { previousFilingId: null, contentHash: null, previousHash: null };
