import { given } from "#api/data/rows.ts";
import { badRequest } from "#api/http/errors.ts";
import {
  type CapitalTerms,
  type GuardedMember,
  guardedMembers,
  type Sharing,
  type StartupMembers,
  type Step,
} from "#schemas/shapes/platform/startup.ts";
import type { ProfileChange } from "./schemas.ts";

export const emptyMembers: StartupMembers = {
  tagline: null,
  description: null,
  sector: null,
  stage: null,
  location: null,
  websiteUrl: null,
  foundedYear: null,
  teamSize: null,
  capitalStatus: null,
  capitalStatusAt: null,
  capitalTerms: null,
};

/** The default: everything is public but the terms of a round. */
export const usualSharing: Sharing = {
  audiences: {
    ...(Object.fromEntries(guardedMembers.map((member) => [member, "public"])) as Record<
      GuardedMember,
      Step
    >),
    capitalTerms: "capital",
  },
  customMembers: [],
};

type Change = Omit<ProfileChange, "name" | "version">;

/** The members after a change. Throws 400 for an amount without a currency. */
export function changeMembers(
  before: StartupMembers,
  { audiences: _audiences, customMembers: _custom, capitalStatus: capital, ...facts }: Change,
  at: string,
): StartupMembers {
  const after: StartupMembers = { ...before, ...given(facts) };
  if (capital === undefined) return after;
  const { status, ...terms } = capital;
  const capitalTerms = changeTerms(before.capitalTerms, terms);
  const isChanged = status !== undefined && status !== before.capitalStatus;
  return {
    ...after,
    capitalTerms,
    ...(isChanged ? { capitalStatus: status, capitalStatusAt: at } : {}),
  };
}

function changeTerms(
  before: CapitalTerms | null,
  change: { [K in keyof CapitalTerms]?: CapitalTerms[K] | undefined },
): CapitalTerms | null {
  const nothing = { instrument: null, targetAmount: null, currency: null };
  const after: CapitalTerms = { ...nothing, ...before, ...given(change) };
  if (after.targetAmount !== null && after.currency === null) {
    throw badRequest("capitalStatus.targetAmount needs a currency");
  }
  return Object.values(after).every((value) => value === null) ? null : after;
}

/** Who may read what, after a change. */
export const changeSharing = (before: Sharing, { audiences, customMembers }: Change): Sharing => ({
  audiences: { ...before.audiences, ...given(audiences ?? {}) },
  customMembers:
    customMembers === undefined ? before.customMembers : [...new Set(customMembers)].sort(),
});
