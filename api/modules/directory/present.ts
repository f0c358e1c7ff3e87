import { type Snapshot, sensitiveMembers } from "#schemas/shapes/companies/listing.ts";
import { absoluteUrl } from "../../absolute-url.ts";
import { actionsOf } from "./actions.ts";
import { presentationStateOf } from "./presentation-state.ts";
import type { ListingRecord, ListingViewer } from "./record.ts";
import type { DirectoryProfile, Experience, ExperienceViewer, RecordSummary } from "./schemas.ts";
import { provenanceOf, trustDimensionsOf } from "./trust.ts";

/** Under which slug the listing was asked for, and the address of this service, which paths of images lack. */
export interface ListingAddress {
  askedSlug: string;
  publicUrl: string;
}

/** The published version as everybody may read it. Pure. */
export function presentListing(record: ListingRecord, shown: ListingAddress): DirectoryProfile {
  const { listingId, subjectType, slug, versionId, version, publishedAt } = record;
  return {
    listingId,
    subjectType,
    slug,
    ...(shown.askedSlug === slug ? {} : { redirectedFromSlug: shown.askedSlug }),
    versionId,
    version,
    snapshot: disclosedSnapshot(record, shown.publicUrl),
    publishedAt,
  };
}

function disclosedSnapshot(
  { content: { snapshot }, disclosure, personnel }: ListingRecord,
  publicUrl: string,
): DirectoryProfile["snapshot"] {
  const { identity } = snapshot;
  const shown: Partial<Snapshot> = {
    ...snapshot,
    identity: {
      ...identity,
      avatarUrl: absoluteUrl(identity.avatarUrl, publicUrl),
      logoUrl: absoluteUrl(identity.logoUrl, publicUrl),
    },
    experienceOrTeam: [...snapshot.experienceOrTeam, ...personnel],
  };
  for (const member of sensitiveMembers) if (!disclosure[member]) delete shown[member];
  return shown as DirectoryProfile["snapshot"];
}

/** What is on record of the subject. Pure. */
export function presentSummary(record: ListingRecord, viewer: ListingViewer | null): RecordSummary {
  const { index, ...reporting } = record.reporting;
  return {
    listingId: record.listingId,
    subjectType: record.subjectType,
    subjectId: record.entityId ?? record.userId,
    claimStatus: record.claimStatus,
    verification: { verified: record.verified, verifiedAt: record.verifiedAt },
    reporting,
    followers: record.followers,
    reportIndex: index,
    viewer: viewer && {
      following: viewer.follow?.status === "active",
      accessStatus: viewer.follow?.status ?? "none",
    },
  };
}

/** The consolidated read model for this viewer. Pure. */
export function presentExperience(
  record: ListingRecord,
  viewer: ListingViewer | null,
  shown: ListingAddress,
): Experience {
  const { listingId, subjectType, slug, verified, verifiedAt } = record;
  return {
    listingId,
    subjectType,
    slug,
    presentationState: presentationStateOf(record),
    profile: presentListing(record, shown),
    recordSummary: presentSummary(record, viewer),
    verification: { verified, verifiedAt },
    trustDimensions: trustDimensionsOf(record),
    provenance: provenanceOf(record),
    actions: actionsOf(record, viewer),
    viewer: viewer && presentViewer(record, viewer),
  };
}

function presentViewer(record: ListingRecord, viewer: ListingViewer): ExperienceViewer {
  const { followProfile } = actionsOf(record, viewer);
  const { reasonCode } = followProfile;
  const status = viewer.follow?.status === "active" ? "following" : "not_following";
  // Somebody who waits for an answer does not follow yet; for others the reason is why they cannot.
  const isClosed = reasonCode !== undefined && reasonCode !== "RELATIONSHIP_PENDING";
  return {
    authenticated: true,
    selfOrManager: viewer.selfOrManager,
    publicFollow: isClosed ? { status: "unavailable", reason: reasonCode } : { status },
    relationship: relationshipOf(viewer),
    packageAccess: record.packages.map(({ packageId }) => {
      const access = viewer.packages.find((one) => one.packageId === packageId);
      return {
        packageId,
        status: access?.status ?? ("not_requested" as const),
        ...(access?.status === "active" && access.collectionId !== null
          ? { collectionId: access.collectionId }
          : {}),
        ...(access?.expiresAt ? { expiresAt: access.expiresAt } : {}),
      };
    }),
  };
}

function relationshipOf({ follow, connection }: ListingViewer): ExperienceViewer["relationship"] {
  const active = [connection, follow].find((one) => one?.status === "active");
  if (active) return { status: "active", relationshipId: active.id };
  const pending = connection ?? follow;
  return pending ? { status: "pending", requestId: pending.id } : { status: "none" };
}
