import { cikOf } from "#schemas/company-key.ts";
import type { CompanyAddress, CompanyProfile } from "#schemas/shapes/companies/company.ts";
import type {
  Disclosure,
  FieldSource,
  ListingContent,
  Snapshot,
} from "#schemas/shapes/companies/listing.ts";
import type { SourcePage } from "../sources/description.ts";
import { sourceOf } from "../sources/known.ts";
import { displayName } from "./identity.ts";

/** What a regulator publishes about a company is public, its address and telephone included. */
export const referenceDisclosure: Disclosure = {
  directEmail: false,
  directPhone: true,
  streetAddress: true,
};

/** What the directory says of a company of which it has only the regulator's documents. Pure. */
export function referenceContent(profile: CompanyProfile, hasFacts: boolean): ListingContent {
  const { index, figures } = sourceOf(profile.cik).pages(profile.cik);
  const submissions = listingSource(index, "regulator_submissions");
  const facts = listingSource(figures, "regulator_facts");
  const snapshot = snapshotOf(profile);
  return {
    snapshot,
    tagline: null,
    addresses: [],
    contacts: [],
    sources: hasFacts ? [submissions, facts] : [submissions],
    fields: fieldSources(snapshot, submissions.kind),
  };
}

const listingSource = ({ id, label, url }: SourcePage & { id: string }, kind: string) => ({
  id,
  kind,
  label,
  url,
  suppliedBy: "service" as const,
});

function snapshotOf(profile: CompanyProfile): Snapshot {
  const { filings } = sourceOf(profile.cik).pages(profile.cik);
  const { cik, sic, sicDescription, stateOfIncorporation, fiscalYearEnd } = profile;
  const address = profile.addresses.find(({ kind }) => kind === "business") ?? profile.addresses[0];
  const name = displayName(profile.name);
  const aliases = profile.formerNames.map((former) => displayName(former.name));
  return {
    identity: {
      displayName: name,
      aliases: [...new Set(aliases)].filter((alias) => alias !== name),
      avatarUrl: null,
      logoUrl: null,
    },
    overview: filled(profile.description) ?? overviewOf(profile),
    location: listed(address?.city, address?.state, address?.country),
    category: filled(sicDescription),
    websiteUrl: filled(profile.website),
    socialLinks: [],
    experienceOrTeam: [],
    credentials: [],
    businessDetails: {
      legalName: profile.name,
      cik: cikOf(cik),
      sic,
      sicDescription,
      stateOfIncorporation,
      fiscalYearEnd,
      employeeCount: null,
    },
    publicEvidence: [
      {
        label: "Filings",
        detail: filings.label,
        url: filings.url,
      },
    ],
    directEmail: null,
    directPhone: filled(profile.phone),
    streetAddress: address === undefined ? null : postal(address),
  };
}

function overviewOf({ cik, name, sic, sicDescription }: CompanyProfile): string {
  const industry = filled(sicDescription);
  const sentence = `${displayName(name)} files reports with ${sourceOf(cik).authority}.`;
  return industry === null ? sentence : `${sentence} Its industry is ${industry} (SIC ${sic}).`;
}

const filled = (text: string | null): string | null => {
  const clean = text?.trim() ?? "";
  return clean === "" ? null : clean;
};

function listed(...parts: (string | null | undefined)[]): string | null {
  const presentParts = parts.filter(Boolean);
  return presentParts.length === 0 ? null : presentParts.join(", ");
}

const postal = ({ street, city, state, postalCode, country }: CompanyAddress) =>
  listed(street, city, [state, postalCode].filter(Boolean).join(" "), country);

/** Members that the regulator states are certain; the overview and evidence are this service's own words. */
function fieldSources(snapshot: Snapshot, sourceKind: string): FieldSource[] {
  const stated: Record<string, unknown> = {
    "identity.displayName": snapshot.identity.displayName,
    "identity.aliases": snapshot.identity.aliases,
    overview: snapshot.overview,
    location: snapshot.location,
    category: snapshot.category,
    websiteUrl: snapshot.websiteUrl,
    businessDetails: snapshot.businessDetails,
    publicEvidence: snapshot.publicEvidence,
    directPhone: snapshot.directPhone,
    streetAddress: snapshot.streetAddress,
  };
  const isOwnWords = (field: string) => field === "overview" || field === "publicEvidence";
  return Object.entries(stated)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([field]) => ({
      field,
      suppliedBy: "service",
      sourceKind,
      confidence: isOwnWords(field) ? null : 1,
    }));
}
