import { createHash, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import type { Db } from "#schemas/database/db.ts";
import type { ViewOutcome } from "#schemas/shapes/companies/report.ts";
import type { Caller } from "../../auth/caller.ts";
import { isBlockedBetween } from "../../data/blocked.ts";
import { required } from "../../data/rows.ts";
import { notFound } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { isBrowsingPrivately } from "../blocks/service.ts";
import { tell } from "../notifications/service.ts";
import {
  countAllViews,
  deleteEndedReceipts,
  insertReceipt,
  listViewDays,
  listViewers,
  lockReceipt,
  type ReportRow,
  updateReceipt,
} from "./queries.ts";
import { belongsTo } from "./rows.ts";
import type { ViewDelivery } from "./schemas.ts";

/** How long a delivery can be acknowledged. */
const receiptMs = 30 * 60_000;

/** The reader. */
export interface Reader {
  caller: Caller & { userId: string };
  headers: IncomingHttpHeaders;
}

/** Who asks: also somebody without an account, whose views are not counted. */
type Asking = Omit<Reader, "caller"> & { caller: Caller | null };

type Parts = Pick<Platform, "db" | "now" | "log">;

/**
 * The receipt of one delivery. Whether its view could count is decided before anything is stored. Where no receipt
 * can be made, the content is served all the same (REP-19).
 */
export async function deliver(
  { db, now, log }: Parts,
  row: ReportRow,
  subject: "report" | "document",
  { caller, headers }: Asking,
): Promise<ViewDelivery> {
  const userId = caller?.userId ?? null;
  if (caller === null || userId === null) return withoutReceipt("not_applicable", "no_account");
  const reader = { caller: { ...caller, userId }, headers };
  try {
    const reason = await whyExcluded(db, row, reader);
    if (reason !== null) return withoutReceipt("not_applicable", reason);
    const id = randomUUID();
    const expiresAt = new Date(now().getTime() + receiptMs).toISOString();
    const readerDigest = digestOf(id, reader.caller.userId);
    await insertReceipt(db, { id, reportId: row.id, subject, readerDigest, expiresAt });
    return { status: "ready", reason: null, deliveryReceiptId: id, expiresAt };
  } catch (error) {
    log.error({ err: error, reportId: row.id }, "no receipt could be made for a report");
    return withoutReceipt("unavailable", "unavailable");
  }
}

const withoutReceipt = (
  status: "not_applicable" | "unavailable",
  reason: ViewDelivery["reason"],
): ViewDelivery => ({
  status,
  reason,
  deliveryReceiptId: null,
  expiresAt: null,
});

/** Views of those who manage the report, with a block between reader and owner or entity, and of programs do not count. */
async function whyExcluded(
  db: Db,
  row: ReportRow,
  { caller, headers }: Reader,
): Promise<ViewDelivery["reason"]> {
  if (isProgram(headers)) return "non_external";
  if (await belongsTo(db, row, caller)) return "self_or_manager";
  const { userId, entityId } = row;
  const isBlocked =
    (await isBlockedBetween(db, { userId }, caller.userId)) ||
    (entityId !== null && (await isBlockedBetween(db, { entityId }, caller.userId)));
  return isBlocked ? "active_block" : null;
}

/** Bots that say so, and browsers that fetch what nobody has opened yet. */
function isProgram(headers: IncomingHttpHeaders): boolean {
  const purposes = [
    headers["sec-purpose"],
    headers.purpose,
    headers["x-moz"],
    headers["x-purpose"],
  ];
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? ""))))
    return true;
  return isbot(headers["user-agent"]);
}

const digestOf = (receiptId: string, userId: string) =>
  createHash("sha256").update(`${receiptId} ${userId}`).digest("hex");

/**
 * Counts a delivery as a view, once: of many acknowledgements at once one counts. Throws 404 for a receipt that is
 * unknown, has ended, or is of another report or reader.
 */
export async function acknowledge(
  { transaction, now }: Pick<Platform, "transaction" | "now">,
  row: ReportRow,
  receiptId: string,
  reader: Reader,
): Promise<{ outcome: ViewOutcome | "replayed" }> {
  return transaction(async (within) => {
    const { db } = within;
    const { userId } = reader.caller;
    const readerDigest = digestOf(receiptId, userId);
    const receipt = required(
      await lockReceipt(db, { id: receiptId, reportId: row.id, readerDigest }),
      "Receipt",
    );
    if (receipt.outcome !== null) return { outcome: "replayed" };
    const at = now().toISOString();
    if (receipt.expiresAt <= at) throw notFound("Receipt");
    const outcome = (await whyExcluded(db, row, reader)) === null ? "recorded" : "excluded";
    const isNamed = outcome === "recorded" && !(await isBrowsingPrivately({ db, now }, userId));
    await updateReceipt(db, receiptId, {
      outcome,
      acknowledgedAt: at,
      viewerId: isNamed ? userId : null,
    });
    if (outcome === "recorded") await tellViewed(within, row, at.slice(0, 10));
    return { outcome };
  });
}

/** Tells the owner of a report that it was viewed: once a day, and never by whom. */
const tellViewed = (
  within: Pick<Platform, "enqueue">,
  { id, userId, entityId, title }: ReportRow,
  day: string,
): Promise<void> =>
  tell(within, {
    kind: "report_views",
    state: "viewed",
    subjectType: "report",
    subjectId: id,
    sourceId: `report:${id}:${day}`,
    userId,
    entityId,
    label: title,
  });

/** The views of a report as its owner sees them. */
export async function countViews(db: Db, reportId: string) {
  const { total, named } = await countAllViews(db, reportId);
  const [byDay, viewers] = [await listViewDays(db, reportId), await listViewers(db, reportId)];
  return {
    total,
    anonymous: total - named,
    byDay,
    viewers: viewers.map((one) => ({ ...one, lastViewedAt: one.lastViewedAt ?? "" })),
  };
}

/** Removes receipts that were not acknowledged in time. Returns their number. */
export const sweepReceipts = ({ db, now }: Pick<Platform, "db" | "now">): Promise<number> =>
  deleteEndedReceipts(db, now().toISOString());
