import type { CompanyAddress } from "./company.ts";

/** Members of a snapshot that a listing shows only where its disclosure policy says so (DIR-06). */
export const sensitiveMembers = ["directEmail", "directPhone", "streetAddress"] as const;
type SensitiveMember = (typeof sensitiveMembers)[number];

/** The sensitive members that everybody may see. */
export type Disclosure = Record<SensitiveMember, boolean>;

export const discloseNothing: Disclosure = {
  directEmail: false,
  directPhone: false,
  streetAddress: false,
};

/** One line of experience, team, credentials or evidence. */
export interface ListedItem {
  label: string;
  detail: string | null;
  url: string | null;
}

/** "Directory public profile" of the specification: the published data about a subject. Null where there is none. */
export interface Snapshot {
  identity: {
    displayName: string;
    aliases: string[];
    avatarUrl: string | null;
    logoUrl: string | null;
  };
  overview: string | null;
  location: string | null;
  category: string | null;
  websiteUrl: string | null;
  socialLinks: { label: string; url: string }[];
  experienceOrTeam: ListedItem[];
  credentials: ListedItem[];
  businessDetails: BusinessDetails | null;
  publicEvidence: ListedItem[];
  directEmail: string | null;
  directPhone: string | null;
  streetAddress: string | null;
}

interface BusinessDetails {
  legalName: string | null;
  cik: string | null;
  sic: string | null;
  sicDescription: string | null;
  stateOfIncorporation: string | null;
  /** MMDD, as filed. */
  fiscalYearEnd: string | null;
  employeeCount: number | null;
}

type Supplier = "service" | "organization";

/** The source of a member of a snapshot. */
export interface ListingSource {
  id: string;
  kind: string;
  label: string;
  url: string | null;
  suppliedBy: Supplier;
}

/** Who supplied a member of the snapshot, by its path: "identity.displayName". */
export interface FieldSource {
  field: string;
  suppliedBy: Supplier;
  /** The `kind` of its source. */
  sourceKind: string | null;
  /** The source's confidence, 0 to 1; null when unknown. */
  confidence: number | null;
}

/** A way to reach the subject, and who may see it. */
export interface ListedContact {
  kind: "website" | "email" | "phone" | "other";
  label: string;
  value: string;
  visibility: "public" | "connected" | "private";
}

/** What one version of a listing holds. It never changes once it is stored. */
export interface ListingContent {
  snapshot: Snapshot;
  tagline: string | null;
  /** Addresses that the team gave; a regulator's are read from the company itself. */
  addresses: CompanyAddress[];
  contacts: ListedContact[];
  sources: ListingSource[];
  fields: FieldSource[];
}

/** The draft that the subject's team has not published. */
export interface ListingDraft {
  displayName?: string;
  logoUrl?: string | null;
  overview?: string | null;
  tagline?: string | null;
  category?: string | null;
  location?: string | null;
  websiteUrl?: string | null;
  aliases?: string[];
  socialLinks?: { label: string; url: string }[];
  experience?: ListedItem[];
  credentials?: ListedItem[];
  publicEvidence?: ListedItem[];
  legalName?: string | null;
  employeeCount?: number | null;
  addresses?: CompanyAddress[];
  directEmail?: string | null;
  directPhone?: string | null;
  streetAddress?: string | null;
}

/** Members of the snapshot that a correction can change; each is a text. */
export const correctableFields = [
  "identity.displayName",
  "overview",
  "location",
  "category",
  "websiteUrl",
  "directEmail",
  "directPhone",
  "streetAddress",
] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** The snapshot with texts that administrators have accepted as corrections, by their paths. */
export function withCorrections(
  snapshot: Snapshot,
  corrections: Readonly<Partial<Record<CorrectableField, string>>>,
): Snapshot {
  const { "identity.displayName": displayName, ...texts } = corrections;
  const identity = displayName === undefined ? {} : { displayName };
  return { ...snapshot, ...texts, identity: { ...snapshot.identity, ...identity } };
}
