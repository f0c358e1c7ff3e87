import type { ListingRecord } from "./record.ts";

type Facts = Pick<
  ListingRecord,
  "status" | "disputedFields" | "claimStatus" | "filings" | "packages"
>;

/** The states in order: the first condition that holds decides. The last one always holds. */
export const presentationStates = [
  ["archived", ({ status }) => status === "archived"],
  ["disputed", ({ disputedFields }) => disputedFields.length > 0],
  ["claim_pending", ({ claimStatus }) => claimStatus === "claim_pending"],
  ["reference_unclaimed", ({ claimStatus }) => claimStatus === "unclaimed"],
  ["managed_mixed_record", (facts) => hasFilings(facts) && hasPackages(facts)],
  ["managed_permissioned_packages", (facts) => hasPackages(facts)],
  ["managed_public_filings", (facts) => hasFilings(facts)],
  ["managed_no_filings", () => true],
] as const satisfies readonly (readonly [string, (facts: Facts) => boolean])[];

const hasFilings = ({ filings }: Facts) => filings.total > 0;
const hasPackages = ({ packages }: Facts) => packages.length > 0;

export type PresentationState = (typeof presentationStates)[number][0];

/** What kind of page the listing is; it says nothing about what a viewer may do. Pure. */
export function presentationStateOf(facts: Facts): PresentationState {
  for (const [state, holds] of presentationStates) if (holds(facts)) return state;
  throw new Error("the last condition always holds");
}
