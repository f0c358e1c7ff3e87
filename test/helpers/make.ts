import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packReport } from "#ingest/faces/packed/pack.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import { companyFacts, servedDocument, statement } from "#schemas/tables/companies/statement.ts";

let made = 0;
const next = () => (made += 1);

/** A published, unclaimed reference entity with regulator data, as ingest makes them. */
export async function makeCompany(
  db: Db,
  {
    company: companyValues = {},
    ...values
  }: Partial<typeof entity.$inferInsert> & {
    company?: Partial<typeof company.$inferInsert> | null;
  } = {},
) {
  const n = next();
  const name = values.name ?? `Example ${n} Inc.`;
  const [row] = await db
    .insert(entity)
    .values({ name, slug: `example-${n}-${randomUUID().slice(0, 8)}`, ...values })
    .returning();
  if (row === undefined) throw new Error("no entity was made");
  const cik = String(companyValues?.companyKey ?? 9_000_000 + n).padStart(10, "0");
  if (companyValues !== null) {
    await db
      .insert(company)
      .values({ secName: name, ...companyValues, companyKey: cik, entityId: row.id });
  }
  return { ...row, cik };
}

export async function makeTicker(
  db: Db,
  entityId: string,
  text: string,
  values: Partial<typeof ticker.$inferInsert> = {},
): Promise<void> {
  await db.insert(ticker).values({ ticker: text, kind: "exchange", entityId, ...values });
}

export async function makeDocument(
  db: Db,
  entityId: string,
  kind: "terminal" | "financials",
  data: object,
  etag = `"${randomUUID()}"`,
): Promise<{ body: string; etag: string }> {
  const body = JSON.stringify({ data, meta: { timestamp: "2026-01-02T03:04:05.000Z" } });
  await db
    .insert(servedDocument)
    .values({ entityId, kind, body: gzipSync(body), etag })
    .onConflictDoUpdate({
      target: [servedDocument.entityId, servedDocument.kind],
      set: { body: gzipSync(body), etag },
    });
  return { body, etag };
}

/** The record of a build, unless there is one: statements, facts and filings of a company belong to it. */
export async function makeBuild(db: Db, cik: string): Promise<void> {
  await db
    .insert(companyBuild)
    .values({
      companyKey: cik,
      registryVersion: "1.0.0",
      registrySha256: "0".repeat(64),
      engineVersion: "1",
      inputDigest: "i",
      outputDigest: "o",
      sourcesAt: "2026-01-01T00:00:00.000Z",
    })
    .onConflictDoNothing();
}

export async function makeStatement(
  db: Db,
  cik: string,
  values: Partial<typeof statement.$inferInsert> = {},
): Promise<void> {
  await makeBuild(db, cik);
  await db.insert(statement).values({
    companyKey: cik,
    periodKey: "2023FY",
    statementType: "income_statement",
    fiscalYear: 2023,
    fiscalPeriod: "FY",
    periodStart: "2022-09-25",
    periodEnd: "2023-09-30",
    currency: "USD",
    template: "industrial",
    status: "converted",
    sfrsSchemaId: "urn:tenk:sfrs:income_statement:1.0.0",
    sfrsVersion: "1.0.0",
    registryVersion: "1.0.0",
    registrySha256: "0".repeat(64),
    fields: { revenue: "383285000000", net_income: "96995000000" },
    missingFields: [],
    reasons: {},
    lineage: {},
    notes: {},
    source: "regulator",
    sources: ["regulator"],
    filings: [{ accessionNumber: "0000320193-23-000106", form: "10-K", filedDate: "2023-11-03" }],
    ...values,
  });
}

export const makeFact = (values: Partial<Fact> = {}): Fact => ({
  taxonomy: "us-gaap",
  tag: "RevenueFromContractWithCustomerExcludingAssessedTax",
  unit: "USD",
  start: "2022-09-25",
  end: "2023-09-30",
  value: "383285000000",
  accession: "0000320193-23-000106",
  form: "10-K",
  filed: "2023-11-03",
  fy: 2023,
  fp: "FY",
  decimals: null,
  dimensions: null,
  ...values,
});

export async function makeFacts(db: Db, cik: string, facts: Fact[]): Promise<void> {
  const about = { cik, name: "", sic: null, fiscalYearEnd: null, submitted: [], dimensioned: {} };
  const document = JSON.stringify({ ...about, facts });
  await makeBuild(db, cik);
  await db.insert(companyFacts).values({ companyKey: cik, body: gzipSync(document) });
}

export async function makeUser(
  db: Db,
  values: Partial<typeof userAccount.$inferInsert> = {},
): Promise<{ id: string; email: string }> {
  const [row] = await db
    .insert(userAccount)
    .values({ email: `user-${next()}-${randomUUID()}@example.com`, ...values })
    .returning({ id: userAccount.id, email: userAccount.email });
  if (row === undefined) throw new Error("no user was made");
  return row;
}

export async function makeMember(
  db: Db,
  entityId: string,
  userId: string,
  role: "owner" | "admin" | "member",
): Promise<void> {
  await db.insert(entityMember).values({ entityId, userId, role });
}

/** The smallest terminal that is one: every section says that it has nothing. */
export function makeTerminal(entityId: string, values: object = {}): object {
  const source = { kind: "none", provider: null, label: null, accessionNumber: null, note: null };
  const nothing = { state: "unavailable", unavailableReason: "Nothing has been filed" };
  return {
    entityId,
    entityName: "Example Inc.",
    entitySlug: "example-inc",
    profileMode: "public_reference",
    viewerScope: "public",
    identity: {
      state: "partial",
      primaryExchange: null,
      primaryTicker: null,
      serviceTicker: null,
      cik: "0000000001",
      secName: "EXAMPLE INC",
      sic: null,
      sicDescription: null,
      fiscalYearEnd: null,
      issuerStatus: null,
      listingStatus: null,
      claimStatus: "unclaimed",
      referenceLabel: "Reference profile",
      companyMarketStatus: null,
      regulationCategory: null,
      isActiveOperatingCompany: null,
      source,
    },
    summary: {
      ...nothing,
      asOf: null,
      metrics: [],
      highlights: [],
      dataQualityLabel: "unavailable",
      source,
    },
    financialHealth: {
      state: "unavailable",
      overallSignal: "unavailable",
      headline: "No signal",
      explanation: "Nothing has been filed",
      signals: [],
      source,
    },
    financials: { ...nothing, periods: [] },
    filings: {
      ...nothing,
      latestAnnualFiledAt: null,
      latestQuarterlyFiledAt: null,
      rows: [],
      source,
    },
    models: { ...nothing, templates: [] },
    marketData: { state: "not_configured", reason: "No provider", quote: null },
    transparencyLadder: {
      state: "not_applicable",
      currentRung: null,
      rungs: [],
      unavailableReason: null,
    },
    modules: [],
    sources: [],
    generatedAt: "2026-01-02T03:04:05.000Z",
    disclaimer: "Not investment advice.",
    ...values,
  };
}

/** A stored report and, unless there is one, the record of a build, so that views answer. */
export async function makeReport(
  db: Db,
  cik: string,
  report: FiledReport,
  values: Partial<typeof filedReport.$inferInsert> = {},
): Promise<void> {
  const { accession, form, period, currency, source, statements } = report;
  await makeBuild(db, cik);
  await db.insert(filedReport).values({
    companyKey: cik,
    accession,
    form,
    filed: "2024-11-01",
    period,
    currency,
    state: "stored",
    reason: null,
    source,
    documentDigest: "d",
    readerVersion: "r",
    digest: "0".repeat(64),
    outline: statements.map(({ lines, kind, role, title, order, isParenthetical }) => {
      return { kind, role, title, order, isParenthetical, lines: lines.length };
    }),
    face: gzipSync(packReport(report)),
    notes: null,
    ...values,
  });
}
