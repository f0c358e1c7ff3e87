import { z } from "zod";
import { qualityLabels } from "./quality.ts";
import { nullReasons } from "./statement.ts";

/** The attribution of a content section (TRM-31). */
export const contentStates = [
  "available",
  "partial",
  "permissioned",
  "locked",
  "unavailable",
  "not_applicable",
] as const;
export type ContentState = (typeof contentStates)[number];
const state = z.enum(contentStates);

const healthSignals = ["great", "good", "watch", "risk", "unavailable"] as const;
export type HealthSignal = (typeof healthSignals)[number];

/**
 * Where a figure or a section comes from (PIP-17). `accessionNumber` names a filing that carries the value;
 * for a derived value the newest filing among its operands. All null with kind "none".
 */
const attribution = z.strictObject({
  kind: z.enum(["regulator_filing", "regulator_index", "company_submission", "none"]),
  provider: z.string().nullable(),
  label: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  note: z.string().nullable(),
});

const identity = z.strictObject({
  state,
  primaryExchange: z.string().nullable(),
  primaryTicker: z.string().nullable(),
  serviceTicker: z.string().nullable(),
  /** Null for a company without a regulator. */
  cik: z.string().nullable(),
  secName: z.string().nullable(),
  sic: z.string().nullable(),
  sicDescription: z.string().nullable(),
  /** MMDD as filed. */
  fiscalYearEnd: z.string().nullable(),
  issuerStatus: z
    .enum(["domestic_issuer", "foreign_private_issuer", "canadian_issuer", "not_reporting"])
    .nullable(),
  listingStatus: z.enum(["listed", "over_the_counter", "delisted", "not_listed"]).nullable(),
  claimStatus: z.string(),
  referenceLabel: z.string(),
  companyMarketStatus: z.enum(["public", "formerly_public", "reporting_only"]).nullable(),
  /** The filer category in the regulator's words. */
  regulationCategory: z.string().nullable(),
  isActiveOperatingCompany: z.boolean().nullable(),
  source: attribution,
});

const metric = z.strictObject({
  key: z.string(),
  label: z.string(),
  state,
  /** JSON number in `unit`; a ratio is a fraction (0.433 for 43.3%). */
  value: z.number().nullable(),
  displayValue: z.string().nullable(),
  /** A currency code, "USD/shares", "shares" or "ratio". */
  unit: z.string().nullable(),
  periodEnd: z.iso.date().nullable(),
  /** Change against the same point a year earlier; null where the two are not comparable. */
  deltaDisplay: z.string().nullable(),
  source: attribution,
});

const summary = z.strictObject({
  state,
  /** Newest filing date among the filings whose figures are used. */
  asOf: z.iso.date().nullable(),
  metrics: z.array(metric),
  highlights: z.array(z.string()),
  dataQualityLabel: z.enum(qualityLabels),
  unavailableReason: z.string().nullable(),
  source: attribution,
});

const financialHealth = z.strictObject({
  state,
  overallSignal: z.enum(healthSignals),
  headline: z.string(),
  explanation: z.string(),
  signals: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      signal: z.enum(healthSignals),
      grade: z.enum(["A", "B", "C", "D", "F"]).nullable(),
      headline: z.string(),
      explanation: z.string(),
      /** Keys of `summary.metrics`. */
      metricKeys: z.array(z.string()),
    }),
  ),
  source: attribution,
});

const statementLine = z.strictObject({
  key: z.string(),
  label: z.string(),
  displayValue: z.string().nullable(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  /** "us-gaap:Revenues" for a reported value, "derived: <rule>" for a computed one, null for a null. */
  sourceConcept: z.string().nullable(),
  reason: z.enum(nullReasons).nullable(),
});

const statementPeriod = z.strictObject({
  fiscalYear: z.int(),
  fiscalPeriod: z.string(),
  baseForm: z.string().nullable(),
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  filedDate: z.iso.date().nullable(),
  currency: z.string().nullable(),
  /** Share of the applicable universal concepts that have a value, 0 to 100 with one decimal. */
  coveragePercent: z.number().min(0).max(100).nullable(),
  derivedQ4: z.boolean(),
  incomeStatement: z.array(statementLine),
  balanceSheet: z.array(statementLine),
  cashFlow: z.array(statementLine),
  source: attribution,
});

const statements = z.strictObject({
  state,
  periods: z.array(statementPeriod),
  unavailableReason: z.string().nullable(),
});

const filings = z.strictObject({
  state,
  latestAnnualFiledAt: z.iso.date().nullable(),
  latestQuarterlyFiledAt: z.iso.date().nullable(),
  rows: z.array(
    z.strictObject({
      form: z.string(),
      filingDate: z.iso.date(),
      reportDate: z.iso.date().nullable(),
      accessionNumber: z.string(),
      filingIndexUrl: z.url().nullable(),
      primaryDocumentUrl: z.url().nullable(),
      isAmendment: z.boolean(),
      /** "processed" when the statements carry figures of the filing, else "listed". */
      status: z.enum(["processed", "listed"]),
    }),
  ),
  unavailableReason: z.string().nullable(),
  source: attribution,
});

const models = z.strictObject({
  state,
  templates: z.array(
    z.looseObject({
      key: z.string(),
      label: z.string(),
      state: z.enum(["available", "partial", "unavailable"]),
      prefilledMetricKeys: z.array(z.string()),
    }),
  ),
  unavailableReason: z.string().nullable(),
});
export type ModelsSection = z.infer<typeof models>;

const quote = z.strictObject({
  price: z.number(),
  currency: z.string(),
  dayChange: z.number().nullable(),
  dayChangePercent: z.number().nullable(),
  fiftyTwoWeekLow: z.number().nullable(),
  fiftyTwoWeekHigh: z.number().nullable(),
  beta: z.number().nullable(),
  sharesOutstanding: z.number().nullable(),
  isStale: z.boolean(),
  isDelayed: z.boolean(),
  provider: z.string(),
});

const marketData = z
  .strictObject({
    state: z.enum(["available", "unavailable", "not_configured"]),
    reason: z.string().nullable(),
    quote: quote.nullable(),
  })
  .refine((data) => data.quote === null || data.state === "available", {
    error: "a quote stands only with the state available",
  });

const transparencyLadder = z.strictObject({
  state,
  currentRung: z.string().nullable(),
  rungs: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      reached: z.boolean(),
      state: z.enum(["available", "unavailable"]).meta({ "x-extension": true }),
      /** How it is reached; null once it is. */
      nextStep: z.string().nullable().meta({ "x-extension": true }),
    }),
  ),
  unavailableReason: z.string().nullable(),
});

const terminalSource = z.strictObject({
  kind: z.string(),
  provider: z.string(),
  label: z.string(),
  url: z.string(),
  accessedAt: z.iso.datetime({ offset: true }),
});

/**
 * "Company terminal" of the specification (TRM-02). Additive to it: `identity.state`, the section
 * attributions `source` (PIP-17), `unavailableReason` outside `financials`, `reason` of a null line,
 * `periodStart` and `derivedQ4` of a period, `reportDate` of a filing.
 */
export const terminal = z
  .strictObject({
    entityId: z.uuid(),
    entityName: z.string(),
    entitySlug: z.string(),
    profileMode: z.enum(["public_reference", "private_company", "unclassified_company"]),
    viewerScope: z.enum(["public", "owner", "admin"]),
    identity,
    summary,
    financialHealth,
    financials: statements,
    filings,
    models,
    marketData,
    transparencyLadder,
    modules: z.array(z.strictObject({ key: z.string(), state })),
    sources: z.array(terminalSource),
    generatedAt: z.iso.datetime({ offset: true }),
    disclaimer: z.string().min(1),
  })
  .meta({ id: "CompanyTerminal" });

export type Terminal = z.infer<typeof terminal>;
export type Attribution = z.infer<typeof attribution>;
export type TerminalMetric = z.infer<typeof metric>;
export type TerminalPeriod = z.infer<typeof statementPeriod>;
export type TerminalLine = z.infer<typeof statementLine>;
