import { z } from "zod";

/** The audiences of a profile. Each of the first four sees all that the previous one sees; `custom` has its own set. */
export const audiences = ["public", "follower", "capital", "diligence", "custom"] as const;
export const audience = z.enum(audiences);
export type Audience = z.infer<typeof audience>;

/** The audiences that contain each other, the smallest view first. */
export const steps = ["public", "follower", "capital", "diligence"] as const;
export const step = z.enum(steps);
export type Step = z.infer<typeof step>;

/** What a follower can ask for. */
export const followTier = z.enum(["follower", "capital", "diligence", "custom"]);
export type FollowTier = z.infer<typeof followTier>;

export const capitalStatus = z.enum([
  "not_raising",
  "planning",
  "open_to_relationships",
  "actively_raising",
]);
export type CapitalStatus = z.infer<typeof capitalStatus>;

const instruments = ["equity", "convertible", "safe", "debt", "grant", "other"] as const;
export const instrument = z.enum(instruments);
export type Instrument = z.infer<typeof instrument>;

/** A founder's data about a startup. Null for what is not given. */
export interface StartupMembers {
  tagline: string | null;
  description: string | null;
  sector: string | null;
  stage: string | null;
  location: string | null;
  websiteUrl: string | null;
  foundedYear: number | null;
  teamSize: number | null;
  capitalStatus: CapitalStatus | null;
  /** When the capital status changed last. */
  capitalStatusAt: string | null;
  /** Exact decimal text with its currency, and the instrument. */
  capitalTerms: CapitalTerms | null;
}

export interface CapitalTerms {
  instrument: Instrument | null;
  targetAmount: string | null;
  currency: string | null;
}

/** Members that carry the least audience that may read them. The time of a capital status goes with the status. */
export const guardedMembers = [
  "tagline",
  "description",
  "sector",
  "stage",
  "location",
  "websiteUrl",
  "foundedYear",
  "teamSize",
  "capitalStatus",
  "capitalTerms",
] as const;
export type GuardedMember = (typeof guardedMembers)[number];

/** Who may read what: the least audience of each member, and what `custom` sees beyond the public part. */
export interface Sharing {
  audiences: Record<GuardedMember, Step>;
  customMembers: GuardedMember[];
}

export const contentKind = z.enum(["report", "filing", "role", "baseline_field"]);
export type ContentKind = z.infer<typeof contentKind>;

/** An item that the founder has made public. */
export interface SelectedContent {
  kind: ContentKind;
  id: string;
}

/** The content of one version of a profile. */
export interface StartupVersionContent {
  name: string;
  status: "unpublished" | "published";
  members: StartupMembers;
  sharing: Sharing;
  publicContent: SelectedContent[];
}

/** The part that everybody may read. Lists, search and suggestions use only this part. */
export interface PublicFacts extends Partial<StartupMembers> {
  name: string;
}

export interface Evidence {
  documentKey: string | null;
  url: string | null;
  note: string | null;
}

/** A field of a baseline: its text and its evidence. */
export interface FieldSaid {
  value: string;
  unit: string | null;
  asOf: string | null;
  evidence: Evidence[];
}

export interface StrategicContext {
  constraints: string[];
  assumptions: string[];
}

/** A locked baseline, or a correction of it. */
export type BaselineVersionContent =
  | { kind: "locked"; fields: LockedField[]; strategicContext: StrategicContext }
  | {
      kind: "correction";
      id: string;
      fieldId: string;
      reason: string;
      from: FieldSaid;
      to: FieldSaid;
    };

interface LockedField extends FieldSaid {
  id: string;
  key: string;
  label: string;
}

const followStatuses = [
  "pending",
  "approved",
  "declined",
  "withdrawn",
  "revoked",
  "expired",
  "superseded",
] as const;
export const followStatus = z.enum(followStatuses);
export type FollowStatus = z.infer<typeof followStatus>;
