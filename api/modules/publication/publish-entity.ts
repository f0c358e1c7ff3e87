import type { Deps } from "../../deps.ts";
import { openFilings } from "../filings/service.ts";
import { checkAsked } from "./filings-shown.ts";
import { publishIn } from "./service.ts";

/**
 * Publishes an entity's profile as `publish`, with these filings. A filing that only its team reads until now becomes
 * readable only where it is named: publication does not widen an audience by itself. Throws 409 for public filings of a
 * hidden entity that are not named, and 404 for filings that are not in force.
 */
export async function publishEntity(
  { transaction }: Pick<Deps, "transaction">,
  of: { entityId: string; actorId: string },
  openIds: readonly string[],
): Promise<void> {
  const { entityId, actorId } = of;
  await transaction(async (within) => {
    const { db } = within;
    await publishIn(db, { entityId }, actorId, async () => checkAsked(db, entityId, openIds));
    await openFilings(within, of, openIds);
  });
}
