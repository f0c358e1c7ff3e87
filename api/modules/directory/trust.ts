import { sensitiveMembers } from "#schemas/shapes/companies/listing.ts";
import type { ListingRecord } from "./record.ts";
import type { Experience } from "./schemas.ts";

/** What is known of the subject, each dimension by itself: there is deliberately no composite score (DIR-37). Pure. */
export function trustDimensionsOf(record: ListingRecord): Experience["trustDimensions"] {
  const { verified, verifiedAt, claimStatus, content, checkedAt, filings } = record;
  const isControlled = claimStatus === "claimed" || record.subjectType === "person";
  const pending = claimStatus === "claim_pending" ? "claim_pending" : "not_claimed";
  const controlled = isControlled ? "controlled_not_verified" : pending;
  const cited = content.sources.filter(({ url }) => url !== null).length;
  return {
    organizationIdentity: { status: verified ? "verified" : controlled, verifiedAt },
    referenceProvenance: {
      status: cited > 0 ? "cited" : "none",
      citedSourceCount: cited,
      lastCheckedAt: cited > 0 ? checkedAt : null,
    },
    sourceConnection: { status: "none" },
    filingIntegrity: {
      status: filings.timestamped > 0 ? "timestamped" : "none",
      timestampedFilings: filings.timestamped,
      totalFilings: filings.total,
    },
    managementCertification: { status: "none" },
    externalAttestation: { status: "none" },
    relationshipConfirmation: {
      status: record.confirmedConnections > 0 ? "confirmed" : "none",
      confirmedCount: record.confirmedConnections,
    },
  };
}

/** Where the members of the snapshot come from. Members that the policy hides are not named either. Pure. */
export function provenanceOf(record: ListingRecord): Experience["provenance"] {
  const { content, disclosure, disputedFields, checkedAt } = record;
  const hidden = new Set<string>(sensitiveMembers.filter((member) => !disclosure[member]));
  return {
    sources: content.sources.map((source) => ({
      ...source,
      checkedAt: source.suppliedBy === "service" ? checkedAt : null,
    })),
    fields: content.fields
      .filter(({ field }) => !hidden.has(field))
      .map((one) => ({
        ...one,
        status: disputedFields.includes(one.field) ? ("disputed" as const) : ("current" as const),
      })),
    lastResearchedAt: checkedAt,
  };
}
