import { isoTime } from "../../iso-time.ts";
import type { ContactField, Ties } from "../relationships/service.ts";
import type { CompanyRow } from "./queries.ts";
import type { CompanyProfile } from "./schemas.ts";

export type Relationship = "anonymous" | "signed_in" | "connected" | "team" | "owner";

/** Who looks at a profile, and how they stand to the entity. */
export interface Viewer extends Ties {
  relationship: Relationship;
}

/** Path of the public company page. */
export const canonicalPath = (slug: string) => `/v2/entities/public/${slug}`;

/**
 * The public profile of an entity as this viewer may see it. `profile` is null for an entity of which
 * the regulator knows nothing. The regulator's contact data is public; what the team has added is shown to whom the
 * team chose.
 */
export function presentProfile(row: CompanyRow, viewer: Viewer): CompanyProfile {
  const { entity, company } = row;
  return {
    entity: {
      ...entity,
      createdAt: isoTime(entity.createdAt),
      location: location(company),
      claimStatus: entity.claimStatus as CompanyProfile["entity"]["claimStatus"],
      canClaim: entity.claimStatus === "unclaimed",
    },
    profile: company === null ? null : referenceProfile(company),
    personnel: [],
    addresses: company?.addresses ?? [],
    stats: {
      followersCount: viewer.followersCount,
      // References belong to the marketplace records; there are none yet.
      creditReferencesCount: 0,
      customerReferencesCount: 0,
      isFollowing: viewer.isFollowing,
      followRequestStatus: viewer.followRequestStatus,
    },
    isOwner: viewer.relationship === "owner",
    publicContact: {
      viewerRelationship: viewer.relationship,
      fields: [
        ...(company === null ? [] : regulatorFields(company, viewer.relationship)),
        ...viewer.contacts.map((contact) => teamField(contact, viewer.relationship)),
      ],
    },
    capitalGraph: capitalGraph(row),
  };
}

type Company = NonNullable<CompanyRow["company"]>;

function referenceProfile(company: Company): NonNullable<CompanyProfile["profile"]> {
  const { cik, sic, sicDescription, stateOfIncorporation, formerNames } = company;
  return {
    legalName: company.secName,
    tagline: null,
    websiteUrl: company.website,
    businessDescription: company.description,
    socialLinks: [],
    employeeCount: null,
    verificationStatus: "regulator_reference",
    // Nobody of the company has been asked: these are public records of the regulator.
    consentPublicRecords: false,
    cik,
    sic,
    sicDescription,
    stateOfIncorporation,
    formerNames,
  };
}

function location(company: Company | null): string | null {
  const address =
    company?.addresses.find(({ kind }) => kind === "business") ?? company?.addresses[0];
  const parts = [address?.city, address?.state, address?.country].filter(Boolean);
  return parts.length === 0 ? null : parts.join(", ");
}

type ShownField = CompanyProfile["publicContact"]["fields"][number];

function regulatorFields(company: Company, viewerRelationship: Relationship): ShownField[] {
  const known = [
    {
      kind: "website",
      label: "Website",
      value: company.website,
      href: webAddress(company.website),
    },
    { kind: "phone", label: "Phone", value: company.phone, href: telephone(company.phone) },
  ];
  return known
    .filter(({ value }) => value !== null)
    .map((field) => ({
      ...field,
      visibility: "public",
      visibilitySource: "regulator",
      viewerRelationship,
      redacted: false,
      redactionReason: null,
    }));
}

const maySee: Record<ContactField["visibility"], readonly Relationship[]> = {
  public: ["anonymous", "signed_in", "connected", "team", "owner"],
  connected: ["connected", "team", "owner"],
  private: ["team", "owner"],
};

const redactionReasons = {
  public: null,
  connected: "connections_only",
  private: "private",
} as const;

/** A field of the team's own; who may not see it learns that it is there, not what it says. */
function teamField(
  { kind, label, value, visibility }: ContactField,
  viewerRelationship: Relationship,
): ShownField {
  const redacted = !maySee[visibility].includes(viewerRelationship);
  return {
    kind,
    label,
    value: redacted ? null : value,
    href: redacted ? null : hrefOf(kind, value),
    visibility,
    visibilitySource: "organization",
    viewerRelationship,
    redacted,
    redactionReason: redacted ? redactionReasons[visibility] : null,
  };
}

function hrefOf(kind: ContactField["kind"], value: string): string | null {
  if (kind === "website") return webAddress(value);
  if (kind === "phone") return telephone(value);
  return kind === "email" && /^[^\s@?&]+@[^\s@?&]+$/.test(value) ? `mailto:${value}` : null;
}

/** Only http and https become links: the text was supplied by a filer. */
function webAddress(text: string | null): string | null {
  if (text === null) return null;
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  return address?.protocol === "https:" || address?.protocol === "http:" ? address.href : null;
}

function telephone(text: string | null): string | null {
  const digits = text?.replace(/[^\d+]/g, "") ?? "";
  return digits === "" ? null : `tel:${digits}`;
}

function capitalGraph({ entity }: CompanyRow): CompanyProfile["capitalGraph"] {
  const template = "public_company_reference";
  return {
    graphStatus: "not_available",
    template,
    eligibility: {
      routeKind: "public_company",
      template,
      canonicalPath: canonicalPath(entity.slug),
      isIndexable: true,
      reasonCodes: entity.claimStatus === "unclaimed" ? ["unclaimed_reference_profile"] : [],
    },
    portfolioCompanies: [],
    publicInvestors: [],
    relatedEntities: [],
    verificationBadge: entity.verified ? "verified" : null,
  };
}
