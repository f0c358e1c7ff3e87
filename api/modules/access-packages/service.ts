import type { Db } from "#schemas/database/db.ts";
import type { PackageStatus } from "#schemas/shapes/companies/access-package.ts";
import { isBlockedBetween } from "../../data/blocked.ts";
import type { PageQuery } from "../../data/page.ts";
import { pick, required } from "../../data/rows.ts";
import { badRequest, conflict, notFound } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { recordDone } from "../audit-log/service.ts";
import { hasCollection } from "../collections/service.ts";
import { accessMoves, packageMoves } from "./moves.ts";
import { findOwnAccess, listOwnAccess, readContent } from "./opened/queries.ts";
import type { AccessRow, PackageRow } from "./queries.ts";
import * as queries from "./queries.ts";
import type {
  AccessPackage,
  DecisionBody,
  OwnAccess,
  PackageBody,
  PackageChange,
} from "./schemas.ts";

export { isOpenedByEngagement, isReportOf } from "./engaged/queries.ts";
export { hasAccessTo, isOpenedTo } from "./opened/queries.ts";
export { listOffered, offeredReportIds } from "./queries.ts";
export { ownAccessShape } from "./schemas.ts";

interface Parts {
  db: Db;
}

interface PackageOf {
  entityId: string;
  packageId: string;
}

interface AccessOf extends PackageOf {
  userId: string;
}

const entitySubject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;

/** A declined request reads as none: the person may ask again. */
const shown = (status: AccessRow["status"]): PackageStatus =>
  status === "declined" ? "not_requested" : status;

/** The account's access to these packages, as it is shown to it. */
export async function standingToPackages(db: Db, packageIds: string[], userId: string) {
  const rows = await queries.listAccessOf(db, packageIds, userId);
  return rows.map((row) => ({ ...row, status: shown(row.status) }));
}

async function present(db: Db, rows: readonly PackageRow[]): Promise<AccessPackage[]> {
  const ids = rows.map(({ id }) => id);
  const reports = await queries.itemIdsOf(db, "reports", ids);
  const filings = await queries.itemIdsOf(db, "filings", ids);
  return rows.map((row) => ({
    ...row,
    reportIds: reports.get(row.id) ?? [],
    filingIds: filings.get(row.id) ?? [],
  }));
}

const presentOne = async (db: Db, row: PackageRow): Promise<AccessPackage> =>
  required((await present(db, [row]))[0] ?? null, "Package");

/** The packages of an entity, newest first, the withdrawn ones included. */
export async function listTeamPackages(db: Db, entityId: string, query: PageQuery) {
  const page = await queries.listPackages(db, entityId, query);
  return { ...page, rows: await present(db, page.rows) };
}

/** Throws 404 for a package of another entity. */
export const getPackage = async (db: Db, of: PackageOf): Promise<AccessPackage> =>
  presentOne(db, required(await queries.findPackage(db, of), "Package"));

/** Offers a new package. Throws 404 for a collection that is not the caller's, and a report or filing that is not the entity's. */
export async function definePackage(
  { db }: Parts,
  entityId: string,
  actorId: string,
  { reportIds, filingIds, ...values }: PackageBody,
): Promise<AccessPackage> {
  const created = await db.transaction(async (tx) => {
    await checkCollection(tx, values.collectionId, actorId);
    const row = await queries.packages.insert(tx, { ...values, entityId });
    await openItems(tx, { entityId, packageId: row.id }, { reportIds, filingIds });
    const done = { ...entitySubject(entityId), actorId, action: "package.defined" };
    const opened = { reports: reportIds.length, filings: filingIds.length };
    await recordDone(tx, { ...done, detail: { packageId: row.id, ...opened } });
    return presentOne(tx, row);
  });
  return created;
}

async function checkCollection(tx: Db, id: string | null | undefined, userId: string) {
  if (id && !(await hasCollection(tx, { id, userId }))) throw notFound("Collection");
}

/** The package opens exactly what is given; what is not given stays. */
async function openItems(
  tx: Db,
  of: PackageOf,
  { reportIds, filingIds }: Pick<PackageChange, "reportIds" | "filingIds">,
): Promise<void> {
  if (reportIds && !(await queries.replaceItems(tx, "reports", of, reportIds))) {
    throw notFound("Report");
  }
  if (filingIds && !(await queries.replaceItems(tx, "filings", of, filingIds))) {
    throw notFound("Filing");
  }
}

/** Changes the given members; people with access see the change at once. Throws 404 as `definePackage`. */
export async function changePackage(
  { db }: Parts,
  of: PackageOf,
  actorId: string,
  { reportIds, filingIds, ...given }: PackageChange,
): Promise<AccessPackage> {
  const changed = await db.transaction(async (tx) => {
    required(await queries.lockPackage(tx, of), "Package");
    await checkCollection(tx, given.collectionId, actorId);
    const change = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    await queries.packages.change(tx, { id: of.packageId }, change);
    await openItems(tx, of, { reportIds, filingIds });
    const items = Object.entries({ reportIds, filingIds }).filter(([, ids]) => ids !== undefined);
    const fields = [...Object.keys(change), ...items.map(([name]) => name)];
    const done = { ...entitySubject(of.entityId), actorId, action: "package.changed" };
    await recordDone(tx, { ...done, detail: { packageId: of.packageId, fields } });
    return getPackage(tx, of);
  });
  return changed;
}

/** Offers the package no more: accesses end and requests are declined. Repeating the request changes nothing. */
export async function withdrawPackage(
  { db }: Parts,
  of: PackageOf,
  actorId: string,
): Promise<AccessPackage> {
  const row = await db.transaction(async (tx) => {
    required(await queries.lockPackage(tx, of), "Package");
    const { row: moved } = await packageMoves.make(tx, "withdraw", { id: of.packageId, actorId });
    for (const { id, status } of await queries.listAccessIds(tx, of.packageId, [
      "active",
      "pending",
    ])) {
      // One that expires meanwhile has ended already.
      await accessMoves.attempt(tx, status === "active" ? "revoke" : "decline", { id, actorId });
    }
    return presentOne(tx, moved);
  });
  return row;
}

/** Offers a withdrawn package again. Accesses that ended stay ended until they are requested or granted again. */
export async function offerPackage(
  { db }: Parts,
  of: PackageOf,
  actorId: string,
): Promise<AccessPackage> {
  required(await queries.findPackage(db, of), "Package");
  const { row } = await packageMoves.make(db, "offer", { id: of.packageId, actorId });
  return presentOne(db, row);
}

/** Who has asked for a package or has access, newest first. Throws 404 for a package of another entity. */
export async function listTeamAccesses(db: Db, of: PackageOf, query: PageQuery) {
  required(await queries.findPackage(db, of), "Package");
  return queries.listAccesses(db, of.packageId, query);
}

/** Grants or declines a request, or grants an ended access again. Throws 404 and 409. */
export async function decideAccess(
  { db, now }: Pick<Platform, "db" | "now">,
  of: AccessOf,
  actorId: string,
  { decision, expiresAt }: DecisionBody,
) {
  checkEnd(decision, expiresAt, now());
  return db.transaction(async (tx) => {
    const row = required(await queries.lockPackage(tx, of), "Package");
    const access = required(await queries.lockAccess(tx, of), "Access");
    const { entityId } = of;
    if (await isBlockedBetween(tx, { entityId }, of.userId)) throw notFound("Access");
    if (decision === "decline") {
      return told(await accessMoves.make(tx, "decline", { id: access.id, actorId }));
    }
    if (row.status !== "offered") throw conflict("The package is withdrawn");
    await endIfOverdue(tx, access.id);
    const set = { expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString() };
    return told(await accessMoves.make(tx, "grant", { id: access.id, actorId, set }));
  });
}

function checkEnd(decision: string, expiresAt: string | undefined, now: Date): void {
  if (expiresAt === undefined) return;
  if (decision === "decline") throw badRequest("expiresAt is taken with a granted access only");
  if (new Date(expiresAt) <= now) throw badRequest("expiresAt must be in the future");
}

const told = ({ row }: { row: AccessRow }) =>
  pick(row, "userId", "packageId", "status", "expiresAt");

/** Ends an account's access at once. Repeating the request changes nothing. Throws 404 and 409. */
export async function revokeAccess(db: Db, of: AccessOf, actorId: string) {
  return db.transaction(async (tx) => {
    required(await queries.lockPackage(tx, of), "Package");
    const { id } = required(await queries.lockAccess(tx, of), "Access");
    return told(await accessMoves.make(tx, "revoke", { id, actorId }));
  });
}

async function endIfOverdue(tx: Db, id: string): Promise<void> {
  const overdue = await queries.listOverdue(tx, id);
  if (overdue.length > 0) await accessMoves.make(tx, "expire", { id, actorId: null });
}

/** Asks for a package that is offered. Throws 409 where the state of the access does not allow it. */
export async function requestAccess(db: Db, of: AccessOf): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const row = required(await queries.lockPackage(tx, of), "Package");
    if (row.status !== "offered") throw notFound("Package");
    const inserted = await queries.insertAccess(tx, of);
    if (inserted !== null) {
      const done = { ...entitySubject(of.entityId), actorId: of.userId };
      const detail = { id: inserted.id, from: "not_requested", to: "pending" };
      await recordDone(tx, { ...done, action: "package_access.requested", detail });
      return inserted;
    }
    const { id } = required(await queries.lockAccess(tx, of), "Access");
    await endIfOverdue(tx, id);
    const set = { expiresAt: null };
    return (await accessMoves.make(tx, "request", { id, actorId: of.userId, set })).row;
  });
}

/** Takes a request back while it is open. Throws 404 for another account's and 409 once it is decided. */
export async function takeBackRequest(db: Db, id: string, userId: string): Promise<OwnAccess> {
  const own = await getOwnAccess(db, id, userId);
  await db.transaction(async (tx) => {
    if (!(await queries.deletePendingAccess(tx, id))) throw conflict(`Access is ${own.status}`);
    const done = { ...entitySubject(own.entityId), actorId: userId };
    await recordDone(tx, { ...done, action: "package_access.taken_back", detail: { id } });
  });
  return { ...own, status: "not_requested" };
}

/** What the caller has asked for, newest first. */
export async function listOwn(db: Db, userId: string, query: PageQuery) {
  const page = await listOwnAccess(db, userId, query);
  return { ...page, rows: page.rows.map((row) => ({ ...row, status: shown(row.status) })) };
}

/** An own access, with what it opens while it is active. Throws 404 for another account's. */
export async function getOwnAccess(db: Db, id: string, userId: string): Promise<OwnAccess> {
  const row = required(await findOwnAccess(db, id, userId), "Access");
  const { entityId } = row;
  const isOpen = row.status === "active" && !(await isBlockedBetween(db, { entityId }, userId));
  const content = isOpen ? await readContent(db, row, userId) : null;
  return { ...row, status: shown(row.status), content };
}

/** Ends accesses whose end has passed. Returns how many. */
export async function endOverdueAccess({ db }: Pick<Platform, "db">): Promise<number> {
  let ended = 0;
  for (
    let batch = await queries.listOverdue(db);
    batch.length > 0;
    batch = await queries.listOverdue(db)
  ) {
    for (const { id } of batch) {
      if ((await accessMoves.attempt(db, "expire", { id, actorId: null })) !== null) ended += 1;
    }
  }
  return ended;
}
