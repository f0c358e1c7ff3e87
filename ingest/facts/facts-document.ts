import { chargeLabel, securitiesLabel } from "#registry/printed-charges.ts";
import { preferredLabel, wearLabel } from "#registry/printed-lines.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Fact, ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import type { CompanyInput, FactDocument } from "../company-input.ts";
import type { Face } from "../faces/evidence/face.ts";
import { compareText } from "./history/history.ts";
import type { SubmittedStatement } from "./submitted-statement.ts";

/**
 * Everything that a company's statements are computed from, as one stored document: whoever has it can build
 * the company in any view, without the archive. Lineage numbers are indexes into `facts`.
 */
export interface FactsDocument {
  cik: string;
  name: string;
  sic: string | null;
  fiscalYearEnd: string | null;
  /** All versions of the mapped facts, in canonical order. */
  facts: Fact[];
  submitted: SubmittedStatement[];
  /** Mapped tags that filings carry only with dimensions, by accession. */
  dimensioned: Record<string, string[]>;
  /** Facts of tags that nothing maps and that may hold a major part of a subtotal; absent without any. */
  unmappedParts?: Fact[];
  /** Facts of elements that nothing maps and that a statement prints as a line (`printedAs`); absent without any. */
  printed?: Fact[];
  /** The statements of filings as evidence, oldest first; absent without any. */
  faces?: Face[];
  /** Facts and dimensioned tags that only earlier released versions of the registry map, or models read; absent without any. */
  retired?: { facts: Fact[]; dimensioned: Record<string, string[]> };
}

export function factsDocumentOf(
  input: CompanyInput,
  facts: Fact[],
  retired: FactsDocument["retired"] | null = null,
): FactsDocument {
  return {
    cik: input.cik,
    name: input.profile?.name ?? ownName(input),
    sic: input.profile?.sic ?? null,
    fiscalYearEnd: input.profile?.fiscalYearEnd ?? null,
    facts,
    submitted: input.submitted,
    dimensioned: dimensionedTags(input),
    ...partsOf(input),
    ...(retired && { retired }),
  };
}

const partsOf = ({
  unmappedParts,
  printed,
  faces,
}: Pick<CompanyInput, "unmappedParts" | "printed" | "faces">) => ({
  ...(unmappedParts && { unmappedParts }),
  ...(printed && { printed }),
  ...(faces && { faces }),
});

/** The company's own name, not that of a registrant it continues. */
function ownName({ cik, documents }: CompanyInput): string {
  return documents.find(({ parsed }) => parsed.cik === cik)?.parsed.entityName ?? "";
}

/** Tags that each filing's instance carries only with dimensions, in order of accession. */
export function dimensionedTags({ documents }: Pick<CompanyInput, "documents">) {
  const byFiling: [string, string[]][] = documents.flatMap(({ parsed }) =>
    parsed.accession && parsed.dimensionedTags?.length
      ? [[parsed.accession, parsed.dimensionedTags]]
      : [],
  );
  return Object.fromEntries(byFiling.sort(([a], [b]) => compareText(a, b)));
}

/** Elements, also those that nothing maps but models read, that a filing carries only with dimensions, by accession. */
export function elementsByMember({
  dimensioned,
  retired,
}: Pick<FactsDocument, "dimensioned" | "retired">): Record<string, string[]> {
  const all = { ...dimensioned };
  for (const [accession, tags] of Object.entries(retired?.dimensioned ?? {})) {
    all[accession] = [...(all[accession] ?? []), ...tags];
  }
  return all;
}

/**
 * Labels of rows that say what their elements do not, by accession and element: charges of income statements that are one-off by
 * their labels alone, impairments of securities under elements of other assets, what rows of depreciation hold, and dividends that
 * are of preferred stock alone.
 * Rows of balance sheets have all of theirs.
 */
export function rowLabels({
  faces = [],
}: Pick<FactsDocument, "faces">): Record<string, Record<string, string>> {
  const told = faces.flatMap(({ accession, statements }): [string, [string, string][]][] => {
    const charges = statements.flatMap(({ kind, rows }) => rows.flatMap(labelOf(kind)));
    return charges.length === 0 ? [] : [[accession, charges]];
  });
  return Object.fromEntries(told.map(([key, charges]) => [key, Object.fromEntries(charges)]));
}

/**
 * The total that each printed row of a balance sheet is a part of, by accession and element: of the filing's own sums, else
 * the next total in print, where the filing sums nothing up to it.
 */
export function rowTotals({
  faces = [],
}: Pick<FactsDocument, "faces">): Record<string, Record<string, string>> {
  const sheets = faces.map(({ accession, statements }) => {
    const parts = statements.filter(({ kind }) => kind === "balance").flatMap(totalsOf);
    return [accession, Object.fromEntries(parts)] as const;
  });
  return Object.fromEntries(sheets.filter(([, parts]) => Object.keys(parts).length > 0));
}

const sheetTotal =
  /:((Assets|Liabilities)(Current|Noncurrent)?|(Current|Noncurrent)(Assets|Liabilities))$/;

function totalsOf({ rows }: Face["statements"][number]): [part: string, total: string][] {
  const bySums = new Map(
    rows.flatMap(({ tag, parts = [] }) => parts.map(([place]) => [place, tag] as const)),
  );
  const nextTo = (place: number) => {
    const next = rows.slice(place + 1).find(({ tag }) => sheetTotal.test(tag));
    return next?.parts === undefined ? next?.tag : undefined;
  };
  return rows.flatMap(({ tag }, place) => {
    const total = bySums.get(place) ?? (sheetTotal.test(tag) ? undefined : nextTo(place));
    return total === undefined ? [] : [[tag, total]];
  });
}

const labelOf =
  (kind: Face["statements"][number]["kind"]) =>
  ({ tag, label }: { tag: string; label: string }): [string, string][] => {
    if (kind === "balance") return [[tag, label]];
    const [, element = ""] = tag.split(":");
    const charge = kind === "income" ? chargeLabel(element, label) : null;
    const paid = kind === "cash_flow" ? preferredLabel(element, label) : null;
    const own = charge ?? securitiesLabel(element, label) ?? wearLabel(element, label) ?? paid;
    return own === null ? [] : [[tag, own]];
  };

/** What the filing index said on a day: it tells a report whose facts are not published yet from a silent one. */
export interface KnownFilings {
  filings: FilingRecord[];
  /** ISO date. */
  on: string;
}

const noFilings: KnownFilings = { filings: [], on: "" };

/** The input that a build of the stored facts needs; the documents stay in the archive. */
export function inputOf(document: FactsDocument, known: KnownFilings = noFilings): CompanyInput {
  const { cik, name, sic, fiscalYearEnd, submitted } = document;
  return {
    cik,
    profile: sparseProfile({ cik, name, sic, fiscalYearEnd }),
    filings: known.filings,
    submitted,
    ...partsOf(document),
    documents: [
      emptyDocument(document, known),
      ...Object.entries(document.dimensioned).map(([accession, tags]) =>
        emptyDocument(document, known, { accession, dimensionedTags: tags }),
      ),
    ],
  };
}

function emptyDocument(
  { cik, name }: FactsDocument,
  { on }: KnownFilings,
  instance: Pick<ParsedFacts, "accession" | "dimensionedTags"> = {},
): FactDocument {
  return {
    parsed: { cik, entityName: name, facts: [], unmapped: [], ...instance },
    source: "regulator",
    origin: "crawl",
    kind: "companyfacts",
    fetchedAt: on,
    digest: "",
  };
}

/** A company's profile where nothing but these is known; everything else is null or empty. */
export const sparseProfile = (
  known: Pick<CompanyProfile, "cik" | "name" | "sic" | "fiscalYearEnd"> & Partial<CompanyProfile>,
): CompanyProfile => ({
  sicDescription: null,
  entityType: null,
  category: null,
  stateOfIncorporation: null,
  description: null,
  website: null,
  phone: null,
  ein: null,
  tickers: [],
  formerNames: [],
  addresses: [],
  ...known,
});
