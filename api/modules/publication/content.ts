import type {
  FieldSource,
  ListedContact,
  ListingContent,
  ListingDraft,
  ListingSource,
  Snapshot,
} from "#schemas/shapes/companies/listing.ts";

/** What the subject itself says: an entity's own texts, or a person's account. */
export interface SubjectTexts {
  id: string;
  displayName: string;
  overview: string | null;
  logoUrl: string | null;
  avatarUrl: string | null;
}

export interface ContentParts {
  subject: SubjectTexts;
  draft: ListingDraft;
  contacts: ListedContact[];
  /** The version before; null for the first one. */
  previous: ListingContent | null;
}

const sourceKind = "organization_profile";

const nothing: Omit<Snapshot, "identity"> = {
  overview: null,
  location: null,
  category: null,
  websiteUrl: null,
  socialLinks: [],
  experienceOrTeam: [],
  credentials: [],
  businessDetails: null,
  publicEvidence: [],
  directEmail: null,
  directPhone: null,
  streetAddress: null,
};

/**
 * What the next version of a managed listing says: the subject's own texts, what its team has written, and of the
 * version before what the team has not replaced. Pure.
 */
export function managedContent({
  subject,
  draft,
  contacts,
  previous,
}: ContentParts): ListingContent {
  const before = previous?.snapshot;
  const own = ownMembers(subject, draft);
  const snapshot: Snapshot = {
    ...nothing,
    ...before,
    ...own,
    identity: {
      displayName: subject.displayName,
      aliases: draft.aliases ?? before?.identity.aliases ?? [],
      avatarUrl: subject.avatarUrl,
      logoUrl: subject.logoUrl,
    },
    businessDetails: businessDetails(draft, before ?? null),
  };
  const replaced = ["identity.displayName", ...Object.keys(own)];
  if (draft.aliases !== undefined) replaced.push("identity.aliases");
  return {
    snapshot,
    tagline: draft.tagline ?? null,
    addresses: draft.addresses ?? [],
    contacts,
    sources: [...serviceSources(previous), organizationSource(subject, snapshot)],
    fields: fieldsOf(snapshot, replaced, previous?.fields ?? []),
  };
}

/** Members of the snapshot that the team has written, null where it emptied them. */
function ownMembers({ overview }: SubjectTexts, draft: ListingDraft): Partial<Snapshot> {
  const { experience, location, category, websiteUrl, socialLinks, credentials } = draft;
  const { publicEvidence, directEmail, directPhone, streetAddress } = draft;
  const written = {
    overview,
    location,
    category,
    websiteUrl,
    socialLinks,
    experienceOrTeam: experience,
    credentials,
    publicEvidence,
    directEmail,
    directPhone,
    streetAddress,
  };
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

function businessDetails(
  draft: ListingDraft,
  before: Snapshot | null,
): Snapshot["businessDetails"] {
  const { legalName, employeeCount } = draft;
  const detailsBefore = before?.businessDetails ?? null;
  if (detailsBefore === null && legalName === undefined && employeeCount === undefined) return null;
  return {
    cik: null,
    sic: null,
    sicDescription: null,
    stateOfIncorporation: null,
    fiscalYearEnd: null,
    ...detailsBefore,
    legalName: legalName === undefined ? (detailsBefore?.legalName ?? null) : legalName,
    employeeCount:
      employeeCount === undefined ? (detailsBefore?.employeeCount ?? null) : employeeCount,
  };
}

const serviceSources = (previous: ListingContent | null): ListingSource[] =>
  previous?.sources.filter(({ suppliedBy }) => suppliedBy === "service") ?? [];

const organizationSource = ({ id, displayName }: SubjectTexts, { websiteUrl }: Snapshot) => ({
  id: `organization-${id}`,
  kind: sourceKind,
  label: displayName,
  url: websiteUrl,
  suppliedBy: "organization" as const,
});

/** Each member with a value, and the author of its last change. */
function fieldsOf(
  snapshot: Snapshot,
  replaced: readonly string[],
  before: readonly FieldSource[],
): FieldSource[] {
  const { identity, ...members } = snapshot;
  const values: Record<string, unknown> = {
    "identity.displayName": identity.displayName,
    "identity.aliases": identity.aliases,
    ...members,
  };
  return Object.entries(values)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([field]) => {
      const sourceBefore = replaced.includes(field)
        ? undefined
        : before.find((one) => one.field === field);
      const own = { field, suppliedBy: "organization" as const, sourceKind, confidence: null };
      return sourceBefore ?? own;
    });
}
