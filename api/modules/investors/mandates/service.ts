import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { compare as compareAmounts } from "#schemas/decimal.ts";
import type { CheckSize, PrincipalType } from "#schemas/shapes/platform/investor.ts";
import { listingsByIds } from "../../startups/service.ts";
import { firmsOf } from "../verification/queries.ts";
import { compare } from "./fit.ts";
import {
  ensureProvider,
  findMandate,
  type Holder,
  listActive,
  listActs,
  listMandates,
  type MandateRow,
  mandates as mandateRows,
} from "./queries.ts";
import type { HistoryQuery, Mandate, MandateBody, MandateChange } from "./schemas.ts";

/** An account with its firms of today. */
export const holderOf = async (db: Db, userId: string): Promise<Holder> => ({
  userId,
  firmIds: await firmsOf(db, userId),
});

export const listOwnMandates = async (
  db: Db,
  userId: string,
  type: PrincipalType,
  query: PageQuery,
) => listMandates(db, await holderOf(db, userId), type, query);

type CheckSizeChange = { [K in keyof CheckSize]?: CheckSize[K] | undefined };

/** Throws 400 for amounts without a currency and for a minimum above the maximum. */
function toCheckSize(given: CheckSizeChange | null | undefined): CheckSize | null {
  if (given == null) return null;
  const { min = null, max = null, currency = null } = given;
  if ((min !== null || max !== null) && currency === null) {
    throw badRequest("checkSize needs a currency");
  }
  if (min !== null && max !== null && compareAmounts(min, max) > 0) {
    throw badRequest("checkSize.min is above checkSize.max");
  }
  return { min, max, currency };
}

/** Stores a mandate of the account or of a firm of which it is a member. Throws 400, and 404 for another firm. */
export function createMandate(
  deps: Deps,
  userId: string,
  { principalType, firmId, checkSize, discoverable, ...values }: MandateBody,
): Promise<Mandate> {
  if ((principalType === "firm") !== (firmId != null)) {
    throw badRequest("firmId is required with principalType firm and refused with person");
  }
  return deps.transaction(async ({ db }) => {
    const holder = await holderOf(db, userId);
    if (firmId != null)
      required(
        holder.firmIds.find((one) => one === firmId),
        "Organization",
      );
    const principal = firmId == null ? { userId } : { firmId };
    const { id } = await mandateRows.insert(db, {
      ...values,
      principalType,
      checkSize: toCheckSize(checkSize),
      createdBy: userId,
      isDiscoverable: discoverable,
      capitalProviderListingId: await ensureProvider(db, principal),
    });
    return required(await findMandate(db, id, holder), "Mandate");
  });
}

/** Changes what is given. */
export async function changeMandate(
  db: Db,
  id: string,
  userId: string,
  { checkSize, discoverable, ...values }: MandateChange,
): Promise<Mandate> {
  const set = {
    ...values,
    ...(checkSize === undefined ? {} : { checkSize: toCheckSize(checkSize) }),
    ...(discoverable === undefined ? {} : { isDiscoverable: discoverable }),
  };
  await mandateRows.change(db, { id }, set as Partial<MandateRow>);
  return required(await findMandate(db, id, await holderOf(db, userId)), "Mandate");
}

const dayMs = 86_400_000;
const usualDays = 90;
const daysMax = 366;

/** The days that are asked for. Throws 400 for a window that ends before it starts or is longer than a year. */
function windowOf({ from, to }: HistoryQuery, now: Date): { from: string; to: string } {
  const last = to ?? now.toISOString().slice(0, 10);
  const end = Date.parse(last) + dayMs;
  const start = from === undefined ? end - usualDays * dayMs : Date.parse(from);
  if (start >= end) throw badRequest("from is after to");
  if (end - start > daysMax * dayMs) throw badRequest(`A window has at most ${daysMax} days`);
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

/** What the caller did with startups, each act against each active mandate, by the startups' public facts of today. */
export async function observedHistory({ db, now }: Deps, userId: string, query: HistoryQuery) {
  const { from, to } = windowOf(query, now());
  const mandates = await listActive(db, await holderOf(db, userId));
  const acts = await listActs(db, userId, { from, to });
  const ids = acts.map(({ startupListingId }) => startupListingId);
  const listings = await listingsByIds(db, ids, userId);
  const observations = acts.flatMap(({ act, startupListingId, at }) => {
    const listing = listings.get(startupListingId);
    if (listing === undefined) return [];
    return mandates.map((mandate) => ({
      act: act as "saved",
      startupListingId,
      at,
      mandateId: mandate.id,
      criteria: compare(mandate, listing.publicFacts),
    }));
  });
  return { windowStart: from, windowEnd: to, observations };
}
