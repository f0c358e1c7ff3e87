import { z } from "zod";
import { packageStatuses } from "#schemas/shapes/companies/access-package.ts";
import { someText } from "#schemas/shapes/text.ts";
import { reasonCodes } from "./actions.ts";
import { presentationStates } from "./presentation-state.ts";

/** Any text: an unknown kind answers 404, as an unknown slug does. */
export const listingParams = {
  subjectType: z
    .string()
    .max(200)
    .meta({ description: "person or entity", examples: ["entity"] }),
  slug: someText(200, "Slug, also a former one", "apple-inc"),
};

const subjectType = z.enum(["person", "entity"]);
const instant = z.iso.datetime();

const listedItem = z.object({
  label: z.string(),
  detail: z.string().nullable(),
  url: z.string().nullable(),
});

const snapshotShape = z
  .object({
    identity: z.object({
      displayName: z.string(),
      aliases: z.array(z.string()),
      avatarUrl: z.string().nullable(),
      logoUrl: z.string().nullable(),
    }),
    overview: z.string().nullable(),
    location: z.string().nullable(),
    category: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
    experienceOrTeam: z.array(listedItem),
    credentials: z.array(listedItem),
    businessDetails: z
      .object({
        legalName: z.string().nullable(),
        cik: z.string().nullable(),
        sic: z.string().nullable(),
        sicDescription: z.string().nullable(),
        stateOfIncorporation: z.string().nullable(),
        fiscalYearEnd: z.string().nullable(),
        employeeCount: z.int().nullable(),
      })
      .nullable(),
    publicEvidence: z.array(listedItem),
    directEmail: z.string().nullable().optional(),
    directPhone: z.string().nullable().optional(),
    streetAddress: z.string().nullable().optional(),
  })
  .meta({
    id: "DirectorySnapshot",
    description: "directEmail, directPhone and streetAddress only where the policy discloses them",
  });

export const directoryProfile = z
  .object({
    listingId: z.uuid(),
    subjectType,
    slug: z.string(),
    redirectedFromSlug: z.string().optional(),
    versionId: z.uuid(),
    version: z.int(),
    snapshot: snapshotShape,
    publishedAt: instant,
  })
  .meta({ id: "DirectoryProfile" });
export type DirectoryProfile = z.infer<typeof directoryProfile>;

export const recordSummary = z
  .object({
    listingId: z.uuid(),
    subjectType,
    subjectId: z.string().nullable(),
    claimStatus: z.enum(["not_claimable", "unclaimed", "claim_pending", "claimed"]),
    verification: z.object({ verified: z.boolean(), verifiedAt: instant.nullable() }),
    reporting: z.object({
      reportsPublished: z.int(),
      publicReports: z.int(),
      reportingSince: instant.nullable(),
      latestReportAt: instant.nullable(),
    }),
    followers: z.int(),
    reportIndex: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        publishedAt: instant,
        access: z.enum(["public", "permissioned"]),
      }),
    ),
    viewer: z
      .object({ following: z.boolean(), accessStatus: z.enum(["none", "pending", "active"]) })
      .nullable(),
  })
  .meta({ id: "DirectoryRecordSummary" });
export type RecordSummary = z.infer<typeof recordSummary>;

const suppliedBy = z.enum(["service", "organization"]);
const none = z.object({ status: z.literal("none") });
const reasonCode = z.enum(reasonCodes).optional();
const action = <const S extends [string, ...string[]]>(...states: S) =>
  z.object({ state: z.enum(states), reasonCode });

const trustDimensions = z.object({
  organizationIdentity: z.object({
    status: z.enum(["verified", "controlled_not_verified", "claim_pending", "not_claimed"]),
    verifiedAt: instant.nullable(),
  }),
  referenceProvenance: z.object({
    status: z.enum(["cited", "none"]),
    citedSourceCount: z.int(),
    lastCheckedAt: instant.nullable(),
  }),
  sourceConnection: none,
  filingIntegrity: z.object({
    status: z.enum(["timestamped", "none"]),
    timestampedFilings: z.int(),
    totalFilings: z.int(),
  }),
  managementCertification: none,
  externalAttestation: none,
  relationshipConfirmation: z.object({
    status: z.enum(["confirmed", "none"]),
    confirmedCount: z.int(),
  }),
});

const provenance = z.object({
  sources: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      label: z.string(),
      url: z.string().nullable(),
      suppliedBy,
      checkedAt: instant.nullable(),
    }),
  ),
  fields: z.array(
    z.object({
      field: z.string(),
      suppliedBy,
      sourceKind: z.string().nullable(),
      confidence: z.number().nullable(),
      status: z.enum(["current", "disputed"]),
    }),
  ),
  lastResearchedAt: instant.nullable(),
});

const actionsShape = z.object({
  followProfile: action("available", "active", "unavailable"),
  claimProfile: action("available", "pending", "managed", "unavailable"),
  inviteToClaim: action("available", "unavailable"),
  suggestCorrection: action("available", "unavailable"),
  requestPackages: z.array(
    z.object({
      packageId: z.uuid(),
      title: z.string(),
      state: z.enum(["available", "pending", "active", "expired", "revoked", "unavailable"]),
      reasonCode,
    }),
  ),
});

const viewerShape = z.object({
  authenticated: z.literal(true),
  selfOrManager: z.boolean(),
  publicFollow: z.union([
    z.object({ status: z.literal("unavailable"), reason: z.enum(reasonCodes) }),
    z.object({ status: z.enum(["not_following", "following"]) }),
  ]),
  relationship: z.union([
    z.object({ status: z.literal("none") }),
    z.object({ status: z.literal("pending"), requestId: z.uuid() }),
    z.object({ status: z.literal("active"), relationshipId: z.uuid() }),
  ]),
  packageAccess: z.array(
    z.object({
      packageId: z.uuid(),
      status: z.enum(packageStatuses),
      collectionId: z.uuid().optional(),
      expiresAt: instant.optional(),
    }),
  ),
});
export type ExperienceViewer = z.infer<typeof viewerShape>;

export const experienceShape = z
  .object({
    listingId: z.uuid(),
    subjectType,
    slug: z.string(),
    presentationState: z.enum(presentationStates.map(([state]) => state)),
    profile: directoryProfile,
    recordSummary,
    verification: z.object({ verified: z.boolean(), verifiedAt: instant.nullable() }),
    trustDimensions,
    provenance,
    actions: actionsShape,
    viewer: viewerShape.nullable(),
  })
  .meta({ id: "DirectoryProfileExperience" });
export type Experience = z.infer<typeof experienceShape>;
