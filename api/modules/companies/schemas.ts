import { z } from "zod";
import { entityParams } from "#api/http/requests/params.ts";
import { remotePolicy } from "#schemas/shapes/platform/hiring.ts";
import { someText } from "#schemas/shapes/text.ts";

export const params = {
  ...entityParams,
  slug: someText(200, "Slug", "apple-inc"),
  ticker: someText(20, "Ticker in any case; BRK.B and BRK-B are the same", "AAPL"),
};

export const tickerMatch = z.object({
  entityId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  canonicalPath: z.string(),
  matchedBy: z.enum(["service_ticker", "primary_ticker"]),
});

const contactField = z.object({
  kind: z.string(),
  label: z.string(),
  value: z.string().nullable(),
  href: z.string().nullable(),
  visibility: z.enum(["public", "connected", "private"]),
  visibilitySource: z.string(),
  viewerRelationship: z.string(),
  redacted: z.boolean(),
  redactionReason: z.string().nullable(),
});

/** "Public company profile" of the specification; additive fields stand last in their object. */
export const companyProfile = z
  .object({
    entity: z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      description: z.string().nullable(),
      logoUrl: z.string().nullable(),
      bannerUrl: z.string().nullable(),
      entityType: z.string(),
      verified: z.boolean(),
      location: z.string().nullable(),
      createdAt: z.iso.datetime(),
      claimStatus: z.enum(["not_claimable", "claimed", "claim_pending", "unclaimed"]),
      canClaim: z.boolean(),
    }),
    profile: z
      .object({
        legalName: z.string(),
        tagline: z.string().nullable(),
        websiteUrl: z.string().nullable(),
        businessDescription: z.string().nullable(),
        socialLinks: z.array(z.object({ kind: z.string(), url: z.string() })),
        employeeCount: z.int().nullable(),
        verificationStatus: z.string(),
        consentPublicRecords: z.boolean(),
        /** Null for an entity that files with no regulator. */
        cik: z.string().nullable(),
        sic: z.string().nullable(),
        sicDescription: z.string().nullable(),
        stateOfIncorporation: z.string().nullable(),
        formerNames: z.array(
          z.object({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
        ),
      })
      .nullable(),
    personnel: z.array(z.object({ name: z.string(), title: z.string().nullable() })),
    addresses: z.array(
      z.object({
        kind: z.enum(["business", "mailing"]),
        street: z.string().nullable(),
        city: z.string().nullable(),
        state: z.string().nullable(),
        postalCode: z.string().nullable(),
        country: z.string().nullable(),
      }),
    ),
    stats: z.object({
      followersCount: z.int(),
      creditReferencesCount: z.int(),
      customerReferencesCount: z.int(),
      isFollowing: z.boolean(),
      followRequestStatus: z.string().nullable(),
    }),
    /** The newest public hiring roles, at most 20. */
    openRoles: z
      .array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          location: z.string().nullable(),
          remotePolicy: remotePolicy.nullable(),
          publishedAt: z.iso.datetime().nullable(),
        }),
      )
      .meta({ "x-extension": true }),
    isOwner: z.boolean(),
    publicContact: z.object({ viewerRelationship: z.string(), fields: z.array(contactField) }),
    capitalGraph: z.object({
      graphStatus: z.string(),
      template: z.string(),
      eligibility: z.object({
        routeKind: z.string(),
        template: z.string(),
        canonicalPath: z.string(),
        isIndexable: z.boolean(),
        reasonCodes: z.array(z.string()),
      }),
      portfolioCompanies: z.array(z.object({ entityId: z.uuid(), name: z.string() })),
      publicInvestors: z.array(z.object({ entityId: z.uuid(), name: z.string() })),
      relatedEntities: z.array(z.object({ entityId: z.uuid(), name: z.string() })),
      verificationBadge: z.string().nullable(),
    }),
  })
  .meta({ id: "PublicCompanyProfile" });

export type CompanyProfile = z.infer<typeof companyProfile>;
