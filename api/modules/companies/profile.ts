import { cikOf } from "#schemas/company-key.ts";
import type { ListingContent } from "#schemas/shapes/companies/listing.ts";
import { absoluteUrl } from "../../absolute-url.ts";
import type { ListingRecord } from "../directory/service.ts";
import type { ContactField, Ties } from "../relationships/service.ts";
import type { CompanyRow } from "./queries.ts";
import type { CompanyProfile } from "./schemas.ts";

export type Relationship = "anonymous" | "signed_in" | "connected" | "team" | "owner";

/** The viewer of a profile, and their relation to the entity. */
export interface Viewer extends Ties {
  relationship: Relationship;
  /** Address of this service, before which stored paths of images are put. */
  publicUrl: string;
  /** Members of the team whom the team and they themselves list. */
  personnel: ListingRecord["personnel"];
  openRoles: CompanyProfile["openRoles"];
}

/** Path of the public company page, for people; not of this API. */
export const canonicalPath = (slug: string) => `/companies/${slug}`;

/**
 * The public profile of an entity as this viewer may see it. `profile` is null for an entity of which the regulator
 * knows nothing and whose team has published nothing. The regulator's contact data is public; what the team has added
 * is shown to whom the team chose.
 */
export function presentProfile(row: CompanyRow, viewer: Viewer): CompanyProfile {
  const { entity, company } = row;
  const managed = row.managed?.content ?? null;
  return {
    entity: {
      ...entity,
      bannerUrl: absoluteUrl(entity.bannerUrl, viewer.publicUrl),
      location: managed?.snapshot.location ?? location(company),
      claimStatus: entity.claimStatus as CompanyProfile["entity"]["claimStatus"],
      canClaim: entity.claimStatus === "unclaimed",
    },
    profile: profileOf(row, managed),
    personnel: viewer.personnel.map(({ label, detail }) => ({ name: label, title: detail })),
    addresses: [...(company?.addresses ?? []), ...ownAddresses(row)],
    stats: {
      followersCount: viewer.followersCount,
      // References belong to the marketplace records; there are none yet.
      creditReferencesCount: 0,
      customerReferencesCount: 0,
      isFollowing: viewer.isFollowing,
      followRequestStatus: viewer.followRequestStatus,
    },
    openRoles: viewer.openRoles,
    isOwner: viewer.relationship === "owner",
    publicContact: {
      viewerRelationship: viewer.relationship,
      fields: [
        ...(company === null ? [] : regulatorFields(company, viewer.relationship)),
        ...(managed?.contacts ?? []).map((contact) => teamField(contact, viewer.relationship)),
      ],
    },
    capitalGraph: capitalGraph(row),
  };
}

type Company = NonNullable<CompanyRow["company"]>;

/** What the regulator says of the company, and before it what its team has published. */
function profileOf(
  { entity, company }: CompanyRow,
  managed: ListingContent | null,
): CompanyProfile["profile"] {
  if (company === null && managed === null) return null;
  const details = managed?.snapshot.businessDetails;
  return {
    legalName: details?.legalName ?? company?.secName ?? entity.name,
    tagline: managed?.tagline ?? null,
    websiteUrl: managed === null ? (company?.website ?? null) : managed.snapshot.websiteUrl,
    businessDescription:
      managed === null ? (company?.description ?? null) : managed.snapshot.overview,
    socialLinks: (managed?.snapshot.socialLinks ?? []).map(({ label, url }) => ({
      kind: label,
      url,
    })),
    employeeCount: details?.employeeCount ?? null,
    verificationStatus: verificationStatus(entity.verified, managed !== null),
    // Publishing a profile is the consent; before it these are public records of the regulator only.
    consentPublicRecords: managed !== null,
    cik: company === null ? null : cikOf(company.companyKey),
    sic: company?.sic ?? null,
    sicDescription: company?.sicDescription ?? null,
    stateOfIncorporation: company?.stateOfIncorporation ?? null,
    formerNames: company?.formerNames ?? [],
  };
}

function verificationStatus(isVerified: boolean, isManaged: boolean): string {
  if (isVerified) return "verified";
  return isManaged ? "controlled_not_verified" : "regulator_reference";
}

/** What the team has published; streets only where it discloses them. */
function ownAddresses({ managed }: CompanyRow): CompanyProfile["addresses"] {
  const showsStreet = managed?.disclosure?.streetAddress === true;
  return (managed?.content?.addresses ?? []).map((one) => ({
    ...one,
    street: showsStreet ? one.street : null,
  }));
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
