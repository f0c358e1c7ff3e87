import { cikOf, isEntityKey } from "#schemas/company-key.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { formClass, isPeriodic, originalForm } from "../facts/forms.ts";
import type { SourceForms } from "../sources/description.ts";
import { sourceOf } from "../sources/known.ts";
import { noAttribution } from "./attribution.ts";
import { hasIndex } from "./filings.ts";
import { daysBetween } from "./format.ts";
import { staleAfterDays } from "./points.ts";
import type { TerminalInput } from "./terminal-input.ts";

type Identity = Terminal["identity"];

/** Shells and pools of assets: they report, but they operate nothing (EDGAR's SIC list). */
const notOperatingSic = new Set(["6189", "6770"]);

/**
 * Who the company is (TRM-07), from regulator data only; null where the regulator is silent.
 * `filings` are newest first. "Active" is judged on the day of the newest archived document, or the day that is
 * asked about, not of a clock.
 */
export function buildIdentity(input: TerminalInput, filings: readonly FilingRecord[]): Identity {
  const { profile, entity, serviceTicker } = input;
  const stated = isStated(profile);
  const [primary] = profile?.tickers ?? [];
  const source = sourceOf(input.build.cik);
  const { forms } = source;
  const today = input.judgedOn ?? input.generatedAt.slice(0, 10);
  const active = isActive(profile, filings, today, forms);
  const listingStatus = listingOf(profile, input.filings, forms);
  return {
    state: stated ? "available" : "partial",
    primaryExchange: primary?.exchange ?? null,
    primaryTicker: primary?.ticker ?? null,
    serviceTicker,
    cik: cikOf(input.build.cik),
    secName: profile?.name ?? null,
    sic: profile?.sic ?? null,
    sicDescription: profile?.sicDescription ?? null,
    fiscalYearEnd: profile?.fiscalYearEnd ?? null,
    issuerStatus: issuerOf(filings, active, forms),
    listingStatus,
    claimStatus: entity.claimStatus,
    referenceLabel: referenceLabelOf(input),
    companyMarketStatus: marketStatusOf(listingStatus, filings),
    regulationCategory: categoryOf(profile),
    isActiveOperatingCompany: active,
    source: stated
      ? recordOf(source.name)
      : noAttribution("The regulator's company record is not at hand"),
  };
}

function referenceLabelOf({ build, entity }: TerminalInput): string {
  if (isEntityKey(build.cik)) return "Profile kept by the company, figures as it submitted them";
  return entity.claimStatus === "unclaimed"
    ? "Reference profile from regulator filings, not claimed by the company"
    : "Profile claimed by the company, figures from regulator filings";
}

/** False for a profile pieced together from facts and ticker lists: the company record states one of these. */
function isStated(profile: CompanyProfile | null): boolean {
  return profile !== null && (profile.entityType ?? profile.sic ?? profile.fiscalYearEnd) !== null;
}

const recordOf = (provider: string) =>
  ({
    kind: "regulator_index",
    provider,
    label: "Company record",
    accessionNumber: null,
    note: null,
  }) as const;

/**
 * A company that lists securities or files periodic reports is public reference data; with neither it
 * stays unclassified. "private_company" is never concluded from the regulator's silence: it is an entity without a
 * regulator's number, of which its own team has filed figures. Without figures it stays unclassified, too.
 */
export function profileModeOf(
  { profile, build }: TerminalInput,
  filings: readonly FilingRecord[],
): Terminal["profileMode"] {
  if (isEntityKey(build.cik)) {
    return build.periods.length > 0 ? "private_company" : "unclassified_company";
  }
  const isPublic =
    (profile?.tickers.length ?? 0) > 0 ||
    build.periods.length > 0 ||
    filings.some(({ form }) => isPeriodic(form));
  return isPublic ? "public_reference" : "unclassified_company";
}

const showsLife = (form: string, { signsOfLife }: SourceForms) =>
  isPeriodic(form) || signsOfLife.includes(originalForm(form));

function isActive(
  profile: CompanyProfile | null,
  filings: readonly FilingRecord[],
  today: string,
  forms: SourceForms,
): boolean | null {
  const newest = filings.find(({ form }) => showsLife(form, forms));
  if (!newest) return null;
  if (profile?.sic && notOperatingSic.has(profile.sic)) return false;
  return daysBetween(newest.filed, today) <= staleAfterDays;
}

/** The newest annual report tells domestic from foreign issuers; without one, the newest interim report. */
function issuerOf(
  filings: readonly FilingRecord[],
  active: boolean | null,
  forms: SourceForms,
): Identity["issuerStatus"] {
  const left = filings.some(({ form }) => forms.endReporting.includes(form));
  if (active === false && left) return "not_reporting";
  const telling =
    filings.find(({ form }) => formClass(form) === "annual") ??
    filings.find(({ form }) => showsLife(form, forms));
  if (!telling) return null;
  return forms.issuers[originalForm(telling.form)] ?? "domestic_issuer";
}

/** Null when the exchange is not stated, or when no filing index could show a delisting. */
function listingOf(
  profile: CompanyProfile | null,
  listed: readonly FilingRecord[],
  forms: SourceForms,
): Identity["listingStatus"] {
  if (profile === null) return null;
  const exchanges = profile.tickers.map(({ exchange }) => exchange).filter((name) => name !== null);
  if (exchanges.some((exchange) => exchange !== "OTC")) return "listed";
  if (exchanges.length > 0) return "over_the_counter";
  if (profile.tickers.length > 0 || !hasIndex(listed)) return null;
  return listed.some(({ form }) => forms.endListing.includes(form)) ? "delisted" : "not_listed";
}

function marketStatusOf(
  listing: Identity["listingStatus"],
  filings: readonly FilingRecord[],
): Identity["companyMarketStatus"] {
  if (listing === "listed" || listing === "over_the_counter") return "public";
  if (listing === "delisted") return "formerly_public";
  if (listing === "not_listed" && filings.some(({ form }) => isPeriodic(form))) {
    return "reporting_only";
  }
  return null;
}

/** "Non-accelerated filer, Smaller reporting company": EDGAR separates the parts by an HTML line break. */
function categoryOf(profile: CompanyProfile | null): string | null {
  const parts = (profile?.category ?? "").split(/<br\s*\/?>/i).map((part) => part.trim());
  return parts.filter((part) => part !== "").join(", ") || null;
}
