import type { PageQuery } from "#api/data/page.ts";
import { conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { canonicalTicker } from "#schemas/ticker.ts";
import { actedBy, type Operator, recordDone } from "../../audit-log/service.ts";
import * as queries from "./queries.ts";

export const listServiceTickers = (db: Db, query: PageQuery) =>
  queries.listServiceTickers(db, query);

/**
 * Gives the company a service ticker, replacing the one it had; answers whether anything changed. Throws 409, and changes
 * nothing, when another company has the ticker on an exchange or from this service. Of several at once one wins.
 */
export async function setServiceTicker(
  db: Db,
  { entityId, ticker: typed }: { entityId: string; ticker: string },
  by: Operator,
): Promise<{ ticker: string; isChanged: boolean }> {
  const ticker = canonicalTicker(typed);
  return db.transaction(async (tx) => {
    await queries.lockTickers(tx);
    const holders = await queries.listHolders(tx, ticker);
    const other = holders.find((one) => one.entityId !== entityId);
    if (other !== undefined) {
      throw conflict(`${ticker} is already the ${other.kind} ticker of ${other.name}`);
    }
    if ((await queries.findServiceTicker(tx, entityId)) === ticker) {
      return { ticker, isChanged: false };
    }
    await queries.deleteServiceTicker(tx, entityId);
    await queries.insertServiceTicker(tx, entityId, ticker);
    await record(tx, entityId, { action: "service_ticker.set", ticker, by });
    return { ticker, isChanged: true };
  });
}

/** Takes the company's service ticker away; false when it had none. */
export async function removeServiceTicker(
  db: Db,
  entityId: string,
  by: Operator,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await queries.lockTickers(tx);
    const ticker = await queries.findServiceTicker(tx, entityId);
    if (ticker === null) return false;
    await queries.deleteServiceTicker(tx, entityId);
    await record(tx, entityId, { action: "service_ticker.removed", ticker, by });
    return true;
  });
}

async function record(
  tx: Db,
  subjectId: string,
  { action, ticker, by }: { action: string; ticker: string; by: Operator },
): Promise<void> {
  const { detail, ...actor } = actedBy(by);
  const about = { subjectType: "entity", subjectId } as const;
  await recordDone(tx, { ...about, ...actor, action, detail: { ticker, ...detail } });
}
