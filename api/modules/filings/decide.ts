import type { Db } from "#schemas/database/db.ts";
import { buildFilings } from "#schemas/tasks/build-filings.ts";
import { required } from "../../data/rows.ts";
import type { Platform } from "../../platform.ts";
import { actedBy, commandLine, type Operator } from "../audit-log/service.ts";
import { filingMoves } from "./moves.ts";
import { type FilingRow, filingRows, listOfPeriod, lockChainEnd } from "./queries.ts";

export { listWaiting as listWaitingFilings } from "./queries.ts";

type Decision = "verify" | "reject";

/**
 * What an operator decides of a submitted filing; its statements follow. A verified filing supersedes the one that was
 * verified for the same period before. What a rejected filing superseded is in force again. Throws 404 and 409.
 */
export function decideFiling(
  { transaction, now }: Pick<Platform, "transaction" | "now">,
  id: string,
  decision: Decision,
  tier: "L2" | "L3" = "L3",
  by: Operator = commandLine,
): Promise<FilingRow> {
  return transaction(async ({ db, enqueue }) => {
    // In the order of a submit: first the chain, then its filings.
    await lockChainEnd(db, required(await filingRows.byId(db, id), "Filing"));
    const verified = { set: { verificationTier: tier, verifiedAt: now().toISOString() } };
    const set = decision === "verify" ? verified : {};
    const { row } = await filingMoves.make(db, decision, { id, ...actedBy(by), ...set });
    const older = decision === "verify" ? await listOfPeriod(db, row, ["verified"]) : [];
    for (const one of older) await filingMoves.make(db, "supersede", { id: one.id, actorId: null });
    if (decision === "reject") await restoreSuperseded(db, row);
    await enqueue(buildFilings, { entityId: row.entityId });
    return row;
  });
}

/**
 * Puts back in force what is superseded by no other filing of the period once one is rejected: the last filing, and,
 * where none is verified any more, the one that was verified last.
 */
async function restoreSuperseded(db: Db, rejected: FilingRow): Promise<void> {
  const left = await listOfPeriod(db, rejected, ["submitted", "verified", "superseded"]);
  const last = left.toSorted((a, b) => (b.chainVersion ?? 0) - (a.chainVersion ?? 0)).at(0);
  if (last?.status === "superseded" && !wasVerified(last)) {
    await filingMoves.make(db, "restore", { id: last.id, actorId: null });
  }
  if (left.some(({ status }) => status === "verified")) return;
  const verifiedLast = left.filter(wasVerified).toSorted(newestVerified).at(0);
  if (verifiedLast === undefined) return;
  await filingMoves.make(db, "reinstate", { id: verifiedLast.id, actorId: null });
}

const wasVerified = ({ verificationTier }: FilingRow): boolean =>
  verificationTier === "L2" || verificationTier === "L3";

/** Filings that were verified before their time was kept come last, in the order of their chain. */
const newestVerified = (a: FilingRow, b: FilingRow): number =>
  (b.verifiedAt ?? "").localeCompare(a.verifiedAt ?? "") ||
  (b.chainVersion ?? 0) - (a.chainVersion ?? 0);
