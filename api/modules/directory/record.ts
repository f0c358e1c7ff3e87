import type { PackageStatus } from "#schemas/shapes/companies/access-package.ts";
import type { Disclosure, ListedItem, ListingContent } from "#schemas/shapes/companies/listing.ts";

export type SubjectType = "person" | "entity";
type ClaimStatus = "not_claimable" | "unclaimed" | "claim_pending" | "claimed";

/** Everything about a listing that does not depend on who looks. Times are ISO 8601 in UTC. */
export interface ListingRecord {
  listingId: string;
  subjectType: SubjectType;
  /** Null for a person's listing. */
  entityId: string | null;
  /** Null for an entity's listing. */
  userId: string | null;
  /** The current one. */
  slug: string;
  status: "published" | "archived";
  isManaged: boolean;
  disclosure: Disclosure;
  asksFollowers: boolean;
  versionId: string;
  version: number;
  content: ListingContent;
  publishedAt: string;
  claimStatus: ClaimStatus;
  verified: boolean;
  verifiedAt: string | null;
  followers: number;
  /** Connections to which both sides agreed. */
  confirmedConnections: number;
  reporting: Reporting;
  filings: { total: number; timestamped: number };
  /** Snapshot paths with a correction under review. */
  disputedFields: string[];
  packages: { packageId: string; title: string }[];
  /** People whom the team and they themselves list. */
  personnel: ListedItem[];
  /** When the regulator's documents were last read; null for a listing without any. */
  checkedAt: string | null;
}

export interface Reporting {
  reportsPublished: number;
  publicReports: number;
  reportingSince: string | null;
  latestReportAt: string | null;
  /** Newest first. Reports whose existence is private are not among them. */
  index: { id: string; title: string; publishedAt: string; access: "public" | "permissioned" }[];
}

export type { PackageStatus };

/** The relation of an account to a listing. */
export interface ListingViewer {
  userId: string;
  /** The person of the listing, or somebody who may manage the entity's listing. */
  selfOrManager: boolean;
  follow: { id: string; status: "pending" | "active" } | null;
  connection: { id: string; status: "pending" | "active" } | null;
  hasOpenClaim: boolean;
  /** A block is between the account and the person, or the owner of the entity. */
  isBlocked: boolean;
  packages: {
    packageId: string;
    status: PackageStatus;
    collectionId: string | null;
    expiresAt: string | null;
  }[];
}
