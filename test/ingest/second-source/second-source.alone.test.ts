import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBuildPool } from "#ingest/builder/build-pool.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { listFiledSince, pollFeed, readDailyIndex } from "#ingest/fetch/discovery.ts";
import { refetchMissing } from "#ingest/fetch/fetch-lost.ts";
import { resolveCompanies } from "#ingest/fetch/ticker-list.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { addSource } from "#ingest/sources/known.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { companyText } from "#schemas/company-key.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";
import { whenDone } from "../../helpers/when-done.ts";
import { description } from "./alba.ts";
import { createAlbaSource, type MadeUpFiling, startRegister } from "./register.ts";

/** Figures of a year or half a year, in millions of euros: revenue, profit, assets, equity, cash from operations. */
function figures(from: string, ...amounts: number[]): MadeUpFiling["facts"] {
  const [revenue, profit, assets, equity, cash] = amounts.map((amount) => `${amount}000000`);
  return [
    ["ifrs-full:Revenue", from, revenue ?? ""],
    ["ifrs-full:ProfitLoss", from, profit ?? ""],
    ["ifrs-full:Assets", null, assets ?? ""],
    ["ifrs-full:Equity", null, equity ?? ""],
    ["ifrs-full:CashFlowsFromUsedInOperatingActivities", from, cash ?? ""],
  ];
}

const looms = {
  number: "00042",
  name: "Thistle Looms",
  yearEnd: "0331",
  filings: [
    {
      ...{ id: "J/2023/7", form: "Annual accounts", filed: "2023-06-20", until: "2023-03-31" },
      facts: figures("2022-04-01", 820, 61, 1000, 400, 90),
    },
    {
      ...{ id: "H/2023/3", form: "Half-year accounts", filed: "2023-11-14", until: "2023-09-30" },
      facts: figures("2023-04-01", 430, 33, 1040, 420, 41),
    },
    {
      ...{ id: "J/2024/9", form: "Annual accounts", filed: "2024-06-18", until: "2024-03-31" },
      facts: figures("2023-04-01", 900, 70, 1100, 450, 99),
    },
    {
      ...{
        id: "J/2024/30",
        form: "Annual accounts (corrected)",
        filed: "2024-09-02",
        until: "2024-03-31",
      },
      facts: figures("2023-04-01", 896, 66, 1100, 446, 99),
    },
  ] as MadeUpFiling[],
};
const key = "alba:00042";

addSource(description);
const address = await startRegister([looms]);
const { context, extractStore } = await openTestPipeline({
  sources: (http) => [createAlbaSource(address, http)],
  builder: openBuildPool({ entry: new URL("./alba-worker.ts", import.meta.url) }),
});
await ingestCompany(apple, context);
const first = await ingestCompany(key, context);
const app = await testApp({ database: context.database });
const id = entityIdOf(key);
const page = async (path: string) => (await app.get(`/companies/thistle-looms${path}`)).body;

test("its company is built by the build thread, and only once from the same documents", async () => {
  expect(first).toMatchObject({ kind: "stored", quarantined: 0 });
  expect(await ingestCompany(key, context)).toMatchObject({ kind: "unchanged" });
  const vias = await context.database.pool.query(
    "select distinct via from raw_document where company_key = $1",
    [key],
  );
  expect(vias.rows).toEqual([{ via: null }]);
});

interface Period {
  periodKey: string;
  fields: { revenue: string | null };
}

/** Revenue by period, as the API serves it. */
async function revenue(query = ""): Promise<Record<string, string | null>> {
  const answer = await app.get(
    `/v2/entities/${id}/sfrs-statements?statementType=income_statement${query}`,
  );
  const { periods } = answer.json().data as { periods: Period[] };
  return Object.fromEntries(periods.map(({ periodKey, fields }) => [periodKey, fields.revenue]));
}

test("its forms decide years, halves and corrections, and a past day what was known then", async () => {
  expect(await revenue()).toEqual({
    "2024FY": "896000000",
    // The year as it was when the half was filed, less that half: the correction restates the year only.
    "2024H2": "470000000",
    "2024H1": "430000000",
    "2023FY": "820000000",
  });
  expect(await revenue("&asOf=2024-08-01")).toMatchObject({ "2024FY": "900000000" });
  expect(await revenue("&asOf=2023-12-31")).toEqual({
    "2024H1": "430000000",
    "2023FY": "820000000",
  });
});

test("its terminal names its register, its forms and no CIK", async () => {
  const { data } = (await app.get(`/v2/entities/${id}/company-terminal`)).json();
  expect(data.identity).toMatchObject({ cik: null, issuerStatus: "domestic_issuer" });
  expect(data.identity.source.provider).toBe("Register of Alba");
  expect(data.filings.rows.map((row: { form: string; isAmendment: boolean }) => row)).toMatchObject(
    [
      { form: "Annual accounts (corrected)", isAmendment: true, accessionNumber: "J/2024/30" },
      { form: "Annual accounts", isAmendment: false },
      { form: "Half-year accounts" },
      { form: "Annual accounts" },
    ],
  );
  expect(data.filings.latestAnnualFiledAt).toBe("2024-06-18");
  expect(data.summary.metrics[0].source).toMatchObject({
    provider: "Register of Alba",
    label: "Annual accounts (corrected) filed 2024-09-02",
    accessionNumber: "J/2024/30",
  });
  expect(data.disclaimer).toMatch(/^Source: company filings with the Companies Register of Alba /);
  const providers = new Set(data.sources.map(({ provider }: { provider: string }) => provider));
  expect([...providers]).toEqual(["Companies Register of Alba"]);
});

test("its pages show its figures", async () => {
  const overview = await page("");
  expect(overview).toContain("€896.00M");
  expect(overview).not.toContain("alba:");
  expect(overview).not.toContain("<dt>CIK</dt>");
  expect(await page("/financials?period=quarterly")).toMatch(/>Half years<.*H1 2024/s);
  const filings = await page("/filings");
  expect(filings).toContain("Annual accounts (corrected)");
  expect(filings).not.toContain("At the SEC");
});

test("what is new is found in its feed, its day and its list, beside EDGAR's", async () => {
  const scope = { kind: "some", ciks: new Set([key]) } as const;
  expect(await pollFeed(scope, context)).toEqual([]);
  looms.filings.push({
    ...{ id: "H/2024/5", form: "Half-year accounts", filed: "2024-11-12", until: "2024-09-30" },
    facts: figures("2024-04-01", 455, 35, 1150, 460, 44),
  });
  expect(await pollFeed(scope, context)).toEqual([key]);
  expect(await readDailyIndex("2024-11-12", scope, context)).toEqual([key]);
  expect(await listFiledSince([apple, key], "2024-11-01", context)).toEqual([key]);
  expect(await ingestCompany(key, context)).toMatchObject({ kind: "stored" });
  expect(await pollFeed(scope, context)).toEqual([]);
  expect(await revenue()).toMatchObject({ "2025H1": "455000000", "2024FY": "896000000" });
});

test("its keys are understood where companies are named", async () => {
  expect(await resolveCompanies(["ALBA:42", "320193"], context)).toEqual({
    ciks: [key, apple],
    unknown: [],
  });
  expect(companyText(key)).toBe("ALBA 00042");
});

test("a document that the archive lost is fetched again", async () => {
  const { rows } = await context.database.pool.query(
    "select digest from raw_document where company_key = $1 and accession = 'J/2024/9'",
    [key],
  );
  const { digest } = rows[0] as { digest: string };
  await context.archive.setAside(digest);
  const body = await refetchMissing(key, context, () => context.archive.get(digest));
  expect(body.toString("utf8")).toContain(">900000000<");
});

test("an extract has its company, by its key", async () => {
  const out = await mkdtemp(join(tmpdir(), "tenk-alba-"));
  whenDone(() => rm(out, { recursive: true, force: true }));
  const written = await writeExtract(extractStore, {
    ...{ out, format: "both", since: null, onCompany: () => true },
  });
  if (written.kind === "interrupted") throw new Error(written.kind);
  const { rows } = await queryExtract(
    join(out, written.manifest.folder),
    `select c.cik, c.name, f.accession, f.form from companies c join filings f using (cik)
     where c.cik = '${key}' order by f.filed desc limit 1`,
  );
  expect(rows).toEqual([[key, "Thistle Looms", "H/2024/5", "Half-year accounts"]]);
});
