import type { Db } from "#schemas/database/db.ts";
import { mayKnow } from "../../data/visible-to.ts";
import { conflict } from "../../http/errors.ts";
import { listFilingsInForce } from "../filings/service.ts";
import type { PublicationState } from "./schemas.ts";

/** The filings of an entity that are in force, by who reads them while its profile is published. */
export async function listFilingsByReader(
  db: Db,
  entityId: string,
): Promise<PublicationState["filings"]> {
  const inForce = await listFilingsInForce(db, entityId);
  const names = (isPublic: boolean) =>
    inForce
      .filter((one) => one.isPublic === isPublic)
      .map(({ isPublic: _isPublic, ...name }) => name);
  return { public: names(true), private: names(false) };
}

/** Asks for the public filings that all may read from now on. */
export async function checkAsked(
  db: Db,
  entityId: string,
  openIds: readonly string[],
): Promise<void> {
  if (await mayKnow(db, entityId, null)) return;
  const { public: open } = await listFilingsByReader(db, entityId);
  const missing = open.filter(({ id }) => !openIds.includes(id));
  if (missing.length === 0) return;
  const named = missing
    .slice(0, 20)
    .map(({ id, schemaType, reportingPeriodId }) => `${schemaType} ${reportingPeriodId} (${id})`);
  throw conflict(
    `Publishing lets everybody read ${missing.length} public filings with their figures: ${named.join(", ")}. ` +
      "Name them in openFilings, or make them private first",
  );
}
