import type { ChargePlace } from "#registry/printed-charges.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { PeriodTables } from "#schemas/shapes/companies/period-table.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { Split } from "../../series/adjust-for-splits.ts";
import type { CompanyType } from "./company-type.ts";

/** One line as models read it: exact decimal text, how it came about, and what is to be known of it. */
export type SourceLine = Pick<Line, "value" | "lineage"> &
  Partial<Pick<Line, "unit" | "reason" | "flags">> & {
    /** How models came to a value that no filing states; absent for others. */
    note?: string;
  };

/** A persisted period with the lines of all its statements, keyed by the concepts' snakeKeys. */
export interface SourcePeriod {
  fiscalYear: number;
  /** FY, Q1 … Q4, H1, H2 or T. */
  fiscalPeriod: string;
  start: string;
  end: string;
  currency: string | null;
  lines: Record<string, SourceLine>;
  filings: readonly { accessionNumber: string; form: string; filedDate: string | null }[];
}

/** The twelve months to `end`, keyed by snakeKey; null where they cannot be summed. */
interface SourceTtm {
  end: string;
  values: Record<string, number | null>;
}

/** Everything models are computed from: one company, as persisted or as it stood on a day. */
export interface ModelSource extends CompanyType {
  /** Ten digits; absent or null for a company without one. */
  cik?: string | null;
  /** Newest first. */
  periods: readonly SourcePeriod[];
  /** Newest first. */
  ttm: readonly SourceTtm[];
  /** Lineage numbers are indexes into it; facts of the models' own tags stand behind those that statements use. */
  facts: readonly Fact[];
  /** Elements ("taxonomy:tag") that a filing states of members alone, and never of the whole company, by accession. */
  byMember?: Readonly<Record<string, readonly string[]>>;
  /** Labels of balance sheets, and of other rows that say what their elements do not (`rowLabels`), by accession and element; absent: none known. */
  rowLabels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The total that a printed row of a balance sheet is a part of, by accession and element; absent: none known. */
  rowTotals?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where income statements print one-off charges, by accession and element; absent: none known. */
  chargePlaces?: Readonly<Record<string, Readonly<Record<string, ChargePlace>>>>;
  /** Oldest first; absent if none were loaded. */
  splits?: readonly Split[];
  /** Day up to which filings are known: the as-of day, or that of the newest document; null without any. */
  knownOn: string | null;
  /** True for everything that is known now: facts of filings whose date nobody knows count, too. */
  isLatest?: boolean;
}

/** True for a fact that the filings of the source's day state. */
export function isKnown(
  { knownOn, isLatest = false }: Pick<ModelSource, "knownOn" | "isLatest">,
  { filed }: Fact,
): boolean {
  if (knownOn === null) return true;
  return filed === null ? isLatest : filed <= knownOn;
}

/** What a build of a company gives to models; the terminal's listing and an as-of computation start here. */
export function sourceOfBuild(
  build: {
    cik?: string;
    periods: readonly StatementPeriod[];
    tables: PeriodTables;
    facts: readonly Fact[];
    aside?: readonly Fact[];
    byMember?: Readonly<Record<string, readonly string[]>>;
    rowLabels?: ModelSource["rowLabels"];
    rowTotals?: ModelSource["rowTotals"];
    chargePlaces?: ModelSource["chargePlaces"];
    learned?: { splits: readonly Split[] };
  },
  company: { sic: string | null; knownOn: string | null; isLatest?: boolean },
): ModelSource {
  return {
    ...company,
    cik: build.cik ?? null,
    statementTemplate: build.periods[0]?.template ?? null,
    periods: build.periods,
    ttm: build.tables.ttm.map(({ end, lines }) => ({
      end,
      values: Object.fromEntries(
        Object.entries(lines).map(([key, { value }]) => [key, numberOf(value)]),
      ),
    })),
    facts: [...build.facts, ...(build.aside ?? [])],
    ...(build.byMember && { byMember: build.byMember }),
    ...(build.rowLabels && { rowLabels: build.rowLabels }),
    ...(build.rowTotals && { rowTotals: build.rowTotals }),
    ...(build.chargePlaces && { chargePlaces: build.chargePlaces }),
    splits: build.learned?.splits ?? [],
  };
}

/** The nearest double; null for null and for what no finite double is near. */
export function numberOf(value: string | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
