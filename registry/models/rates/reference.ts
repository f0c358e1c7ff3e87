import { z } from "zod";
import data from "#schemas/reference/valuation.json" with { type: "json" };
import type { MultipleKey } from "#schemas/shapes/models/compared.ts";
import type { Warning } from "#schemas/shapes/models/figures.ts";
import { clamp, round } from "../answers/rounding.ts";
import type { CompanyType } from "../inputs/company-type.ts";

const rate = z.strictObject({ value: z.number(), note: z.string() });
const band = z.tuple([z.number(), z.number()]);
/** The averages of an industry. */
export const industryRow = z.strictObject({
  industry: z.string(),
  unleveredBeta: z.number(),
  debtWeight: z.number(),
  evRevenue: z.number().nullable(),
  evEbitda: z.number().nullable(),
  evEbit: z.number().nullable(),
  pe: z.number().nullable(),
  pb: z.number().nullable(),
  ps: z.number().nullable(),
});

const reference = z.strictObject({
  version: z.string(),
  /** Month the figures are of, YYYY-MM. */
  asOf: z.string(),
  source: z.string(),
  sourceUrl: z.url(),
  rates: z.strictObject({
    riskFreeRate: rate,
    equityRiskPremium: rate,
    marginalTaxRate: rate,
    statutoryTaxRate: rate,
    terminalGrowth: rate,
    longRunRevenueGrowth: rate,
  }),
  bands: z.strictObject({
    trading: z.strictObject({
      evRevenue: band,
      evEbitda: band,
      evEbit: band,
      pe: band,
      pb: band,
      ps: band,
    }),
    exit: z.strictObject({ evRevenue: band, evEbitda: band }),
  }),
  fallbackIndustry: z.string(),
  industries: z.array(industryRow),
  /** For companies whose SIC code is unknown or maps to nothing, by the template of their statements. */
  templateMap: z.record(z.string(), z.string()),
  /** First match wins. */
  sicMap: z.array(z.strictObject({ from: z.int(), to: z.int(), industry: z.string() })),
});

/** What the averages of an industry are. */
export const figures = [
  "unleveredBeta",
  "debtWeight",
  "evRevenue",
  "evEbitda",
  "evEbit",
  "pe",
  "pb",
  "ps",
] as const;
export type Figure = (typeof figures)[number];

/** January of which year a figure is of, and where it is printed. */
export interface Origin {
  year: number;
  printed: string;
}

/** `origins` of a past set: one set can hold figures of several years. */
export type Industry = z.infer<typeof industryRow> & {
  origins?: Readonly<Record<string, Origin>>;
};

/** Reference defaults (models.md section 4): replacing the data file changes defaults only. */
export type Reference = Omit<z.infer<typeof reference>, "industries"> & {
  industries: readonly Industry[];
  /** The currency whose rates these are. */
  currency: string;
  /** What the day asked for has no set of. */
  gaps: readonly Warning[];
};

/** Throws when the file is not what it should be, or names an industry that it does not hold. */
export function parseReference(value: unknown): Reference {
  const parsed = reference.parse(value);
  const industryNames = new Set(parsed.industries.map((one) => one.industry));
  const mapped = [
    ...parsed.sicMap.map((one) => one.industry),
    ...Object.values(parsed.templateMap),
  ];
  for (const name of [parsed.fallbackIndustry, ...mapped]) {
    if (!industryNames.has(name))
      throw new Error(`reference data names the unknown industry "${name}"`);
  }
  return { ...parsed, currency: "USD", gaps: [] };
}

/** The reference data that ships with the service. */
export const bundledReference: Reference = parseReference(data);

/** The industry of a SIC code, else of the statements' template; the whole market where neither maps to one. */
export function industryOf(
  reference: Reference,
  { sic, statementTemplate }: CompanyType,
): Industry {
  const code = sic === null ? Number.NaN : Number(sic);
  const name = reference.sicMap.find(({ from, to }) => code >= from && code <= to)?.industry;
  const ofTemplate = reference.templateMap[statementTemplate ?? ""];
  return byName(reference, name ?? ofTemplate ?? reference.fallbackIndustry);
}

function byName(reference: Reference, name: string): Industry {
  const industry = reference.industries.find((one) => one.industry === name);
  if (industry === undefined) throw new Error(`reference data has no industry "${name}"`);
  return industry;
}

export interface DefaultMultiple {
  value: number;
  /** The industry whose average it is: the whole market where the company's own has none. */
  industry: Industry;
  /** True when the band changed it. */
  isCapped: boolean;
}

/** The industry's average multiple within the band of its use, rounded to one decimal. */
export function defaultMultiple(
  reference: Reference,
  of: CompanyType,
  key: MultipleKey,
  use: "trading" | "exit",
): DefaultMultiple {
  const own = industryOf(reference, of);
  const row = own[key] === null ? byName(reference, reference.fallbackIndustry) : own;
  const raw = row[key];
  const bounds = use === "exit" ? exitBand(reference, key) : reference.bands.trading[key];
  if (raw === null || bounds === null) throw new Error(`reference data has no ${use} ${key}`);
  const value = clamp(raw, bounds[0], bounds[1]);
  return { value: round(value, 1), industry: row, isCapped: value !== raw };
}

function exitBand(reference: Reference, key: MultipleKey) {
  return key === "evRevenue" || key === "evEbitda" ? reference.bands.exit[key] : null;
}

const publisher = "Damodaran Online (NYU Stern), US data";

/** The warning that reference data are not of the day asked for. */
export const anotherDay = "reference_of_another_day";

/**
 * What is said of an average that seeds an assumption: "Computers/Peripherals, industry average; Damodaran …", and
 * that it is not of the month asked for.
 */
export function figureTold(
  reference: Reference,
  of: Industry,
  figure: Figure,
): { note: string; warnings: Warning[] } {
  const origin = of.origins?.[figure];
  const source =
    origin === undefined
      ? reference.source
      : `${publisher}, January ${origin.year} (${origin.printed})`;
  const note = `${of.industry}, industry average; ${source}`;
  const month = figureMonth(reference, of, figure);
  if (month === reference.asOf) return { note, warnings: [] };
  const message = `The ${figureLabels[figure]} of ${of.industry} is of ${month}: none of ${reference.asOf} is held.`;
  return { note, warnings: [{ code: anotherDay, message }] };
}

/** The month that a figure of an industry is of, YYYY-MM. */
export function figureMonth(reference: Reference, of: Industry, figure: Figure): string {
  const origin = of.origins?.[figure];
  return origin === undefined ? reference.asOf : `${origin.year}-01`;
}

const figureLabels: Record<Figure, string> = {
  unleveredBeta: "unlevered beta",
  debtWeight: "debt weight",
  evRevenue: "average EV / revenue",
  evEbitda: "average EV / EBITDA",
  evEbit: "average EV / EBIT",
  pe: "average price / earnings",
  pb: "average price / book",
  ps: "average price / sales",
};
