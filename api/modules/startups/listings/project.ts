import type {
  Audience,
  CapitalStatus,
  CapitalTerms,
  Evidence,
  GuardedMember,
  PublicFacts,
  Sharing,
  StartupMembers,
  Step,
  StrategicContext,
} from "#schemas/shapes/platform/startup.ts";
import { guardedMembers, steps } from "#schemas/shapes/platform/startup.ts";

/** The reader: an audience, or the startup's own team, which sees everything. */
export type Looker = Audience | "owner";

/** A field of a locked baseline with its corrections, and who may read it. */
export interface ProfileField {
  id: string;
  key: string;
  label: string;
  value: string;
  unit: string | null;
  asOf: string | null;
  evidence: Evidence[];
  audience: Step;
  isCustom: boolean;
}

export interface ProfileBaseline {
  fields: readonly ProfileField[];
  strategicContext: StrategicContext;
  contextAudience: Step;
  /** The confirmed summary; never a draft. */
  summary: { text: string; method: string; confirmedAt: string } | null;
  lockedAt: string;
}

/** Something selected for everybody; `value` and `unit` are those of a baseline field. */
export interface ShownContent {
  kind: "report" | "filing" | "role" | "baseline_field";
  id: string;
  title: string;
  at: string | null;
  value: string | null;
  unit: string | null;
}

/** All that a startup says, with who may read what. */
export interface Profile {
  name: string;
  members: StartupMembers;
  sharing: Sharing;
  content: readonly ShownContent[];
  /** Null without a locked baseline. */
  baseline: ProfileBaseline | null;
}

interface CapitalExcerpt extends Partial<CapitalTerms> {
  status: CapitalStatus | null;
  instrument: CapitalTerms["instrument"];
  targetAmount: string | null;
  currency: string | null;
  updatedAt: string | null;
}

export type Projection = Omit<
  StartupMembers,
  "capitalStatus" | "capitalStatusAt" | "capitalTerms"
> & {
  name: string;
  capitalStatus: CapitalExcerpt;
  publicContent: ShownContent[];
  baseline: BaselineExcerpt | null;
};

interface BaselineExcerpt {
  fields: Omit<ProfileField, "audience" | "isCustom">[];
  strategicContext: StrategicContext | null;
  summary: ProfileBaseline["summary"];
  lockedAt: string;
}

/** True when a reader may read something with this least audience; `isCustom` opens it to the audience `custom`. */
export function mayRead(looker: Looker, least: Step, isCustom: boolean): boolean {
  if (looker === "owner" || least === "public") return true;
  if (looker === "custom") return isCustom;
  return steps.indexOf(looker) >= steps.indexOf(least);
}

/**
 * What a reader sees of a profile; no other code shows one (STP-09). An unset member is null. A member
 * that the reader may not see is null, too: the two look alike.
 */
export function project(profile: Profile, looker: Looker): Projection {
  const { capitalStatus, capitalStatusAt, capitalTerms, ...facts } = readable(profile, looker);
  return {
    ...facts,
    name: profile.name,
    capitalStatus: {
      status: capitalStatus,
      instrument: capitalTerms?.instrument ?? null,
      targetAmount: capitalTerms?.targetAmount ?? null,
      currency: capitalTerms?.currency ?? null,
      updatedAt: capitalStatusAt,
    },
    publicContent: [...profile.content],
    baseline: profile.baseline && projectBaseline(profile.baseline, looker),
  };
}

function readable(
  { members, sharing }: Pick<Profile, "members" | "sharing">,
  looker: Looker,
): StartupMembers {
  const may = (member: GuardedMember) =>
    mayRead(looker, sharing.audiences[member], sharing.customMembers.includes(member));
  const shown = Object.fromEntries(
    guardedMembers.map((member) => [member, may(member) ? members[member] : null]),
  ) as unknown as StartupMembers;
  return { ...shown, capitalStatusAt: may("capitalStatus") ? members.capitalStatusAt : null };
}

function projectBaseline(baseline: ProfileBaseline, looker: Looker): BaselineExcerpt | null {
  const fields = baseline.fields
    .filter(({ audience, isCustom }) => mayRead(looker, audience, isCustom))
    .map(({ audience: _audience, isCustom: _isCustom, ...field }) => field);
  const isContextShown = mayRead(looker, baseline.contextAudience, false);
  // A reader who may read nothing of a baseline does not learn that there is one.
  if (fields.length === 0 && !isContextShown) return null;
  return {
    fields,
    strategicContext: isContextShown ? baseline.strategicContext : null,
    summary: isContextShown ? baseline.summary : null,
    lockedAt: baseline.lockedAt,
  };
}

/** What lists, search and suggestions may look at: the members of the public projection. */
export function publicFactsOf({
  name,
  members,
  sharing,
}: Omit<Profile, "content" | "baseline">): PublicFacts {
  return { name, ...readable({ members, sharing }, "public") };
}
