import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { getOwnAccess, requestAccess } from "../access-packages/service.ts";
import { actOn, type NamedListing, refuseUnlessOffered } from "../directory/service.ts";

/** Asks the team for a package of the listing. Throws 404 for a package that it does not offer, and 409. */
export async function requestPackage(
  deps: Pick<Deps, "db" | "listings">,
  { named, userId }: { named: NamedListing; userId: string },
  packageId: string,
) {
  const { record, actions } = await actOn(deps, named, userId);
  const action = actions.requestPackages.find((one) => one.packageId === packageId);
  refuseUnlessOffered("requestPackages", required(action ?? null, "Package"));
  const entityId = required(record.entityId, "Package");
  const { id } = await requestAccess(deps.db, { entityId, packageId, userId });
  return getOwnAccess(deps.db, id, userId);
}
