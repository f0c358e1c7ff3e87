import { isDeepStrictEqual } from "node:util";
import { nextLink } from "#api/data/hash-chain.ts";
import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import { preconditionFailed } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import {
  type BaselineRow,
  findBaseline,
  insertBaseline,
  listBaselines,
  lockBaseline,
} from "./queries.ts";
import type { Baseline, BaselineBody } from "./schemas.ts";

const what = "Execution baseline";

/** Throws 404 before the first one is set. */
export const getBaseline = async (db: Db, entityId: string): Promise<Baseline> =>
  present(required(await findBaseline(db, entityId), what));

/**
 * Sets the baseline as a new version; what was set before stays. A repeat of the latest changes nothing. Of several
 * clients with one version in If-Match one wins; the others get 412.
 */
export function setBaseline(
  { transaction }: Pick<Platform, "transaction">,
  { entityId, userId }: { entityId: string; userId: string },
  { asOf, summary = null, metrics }: BaselineBody,
  ifMatch: number[] | null,
): Promise<Baseline> {
  return transaction(async ({ db }) => {
    const last = await lockBaseline(db, entityId);
    if (ifMatch !== null && !ifMatch.includes(last?.version ?? 0)) {
      throw preconditionFailed(
        last === null ? `${what} is not set` : `${what} is at version ${last.version}`,
      );
    }
    const content = { asOf, summary, metrics };
    if (last !== null && isDeepStrictEqual(last.content, content)) return present(last);
    return present(
      await insertBaseline(db, { ...nextLink(content, last), entityId, setBy: userId }),
    );
  });
}

/** All versions, newest first. */
export async function listVersions(
  db: Db,
  entityId: string,
  query: PageQuery,
): Promise<Page<Baseline>> {
  const page = await listBaselines(db, entityId, query);
  return { ...page, rows: page.rows.map(present) };
}

const present = ({ content, ...row }: BaselineRow): Baseline => ({ ...row, ...content });
