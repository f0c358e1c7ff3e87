import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { decideFiling } from "#api/modules/filings/service.ts";
import { openPlatform } from "#api/platform.ts";
import { listExtracted } from "#ingest/extracts/read-company.ts";
import { takeFilings } from "#ingest/fetch/take-filings.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { makePerson } from "../../helpers/people.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const database = await openTestDatabase();
let stopAt: string | null = null;
const pipeline = await openTestPipeline({
  database,
  boundary: (name) => {
    if (name === stopAt) throw new Error(`stopped at ${name}`);
  },
});
const folder = await mkdtemp(join(tmpdir(), "tenk-filings-"));
afterAll(() => rm(folder, { recursive: true }));
const now = () => new Date("2026-02-20T12:00:00Z");
const log = pino({ level: "silent" });
const jobs = inlineJobs({
  ...{ database, mails: [], enqueued: [], log, now, publicUrl: "http://localhost:3000" },
  ingest: pipeline.context,
});
const files = openFileStore(folder);
const app = await testApp({ database, jobs, now, files });
const platform = openPlatform({ db: database.db, jobs, log, now, files, publicUrl: "" });
const ann = await makePerson(app, "ann@example.com");
const bob = await makePerson(app, "bob@example.com");

const ask = async (method: "POST" | "PATCH" | "DELETE", url: string, payload: object, who = ann) =>
  app.send({ method, url, payload, headers: who.headers });
const makeEntity = async (name: string) =>
  (await ask("POST", "/api/v1/entities", { name, entityType: "company" })).json().id as string;
const file = async (
  entityId: string,
  schemaType: string,
  reportingPeriodId: string,
  fields: object,
) =>
  (
    await ask("POST", "/api/v1/filings", {
      ...{ entityId, schemaType, reportingPeriodId, submit: true },
      content: { currency: "USD", fields },
    })
  ).json().data;
const statements = async (entityId: string, who = ann) =>
  (await app.get(`/v2/entities/${entityId}/sfrs-statements`, who.headers)).json().data;
interface Entry {
  periodKey: string;
  statementType: string;
  source: string | null;
  fields: Record<string, string | null>;
}
const valueIn = async (entityId: string, periodKey: string, field: string) =>
  (await statements(entityId)).periods
    .filter((one: Entry) => one.periodKey === periodKey)
    .flatMap((one: Entry) => (field in one.fields ? [one.fields[field]] : []))[0] ?? null;

const publish = (entityId: string) =>
  database.pool.query("update entity set published = true where id = $1", [entityId]);

describe("an entity that no regulator knows", async () => {
  const entityId = await makeEntity("Acme Tools /NEW");
  const years = ["2023", "2024", "2025"];
  for (const [n, year] of years.entries()) {
    const revenue = 1000 + n * 100;
    await file(entityId, "income_statement", `${year}FY`, {
      revenue: String(revenue),
      cost_of_revenue: "400",
      gross_profit: String(revenue - 400),
      net_income: "50",
    });
    await file(entityId, "balance_sheet", `${year}FY`, {
      total_assets: "5000",
      total_liabilities: "2000",
      total_equity: "3000",
    });
    await file(entityId, "cash_flow_statement", `${year}FY`, { operating_cash_flow: "120.5" });
  }
  for (const key of ["2024Q3", "2024Q4", "2025Q1", "2025Q2", "2025Q3", "2025Q4"]) {
    await file(entityId, "income_statement", key, { revenue: "275", net_income: "12.5" });
  }

  test("has statements, quarters and twelve months of what it filed [FIL-01] [FIL-06] [FIL-07]", async () => {
    const data = await statements(entityId);
    const keys = [...new Set(data.periods.map((one: Entry) => one.periodKey))];
    expect(data.cik).toBeNull();
    expect(keys).toEqual([
      "2025FY",
      "2025Q4",
      "2025Q3",
      "2025Q2",
      "2025Q1",
      "2024FY",
      "2024Q4",
      "2024Q3",
      "2023FY",
    ]);
    expect(await valueIn(entityId, "2025FY", "revenue")).toBe("1200");
    expect(await valueIn(entityId, "2024FY", "total_assets")).toBe("5000");
    expect(await valueIn(entityId, "2023FY", "operating_cash_flow")).toBe("120.5");
    const answer = await app.get(`/v2/entities/${entityId}/financials/full`, ann.headers);
    const { ttm, quarters } = answer.json().data;
    expect(quarters).toHaveLength(6);
    expect(ttm.length).toBeGreaterThan(0);
  });

  test("shows its team a terminal with its own scope, and others nothing [TRM-03] [TRM-05] [TRM-06] [TRM-31]", async () => {
    const terminal = (who: typeof ann) =>
      app.get(`/v2/entities/${entityId}/company-terminal`, who.headers);
    const { data } = (await terminal(ann)).json();
    expect(data).toMatchObject({
      ...{ profileMode: "private_company", viewerScope: "owner", entityName: "Acme Tools /NEW" },
      identity: { cik: null },
    });
    // Nothing of it was filed with a regulator.
    expect(data.disclaimer).toMatch(/^Source: statements that the company submitted, /);
    expect(data.disclaimer).not.toMatch(/SEC|EDGAR|Securities/);
    for (const path of [
      "company-terminal",
      "sfrs-statements",
      "financials/full",
      "models",
      "data-quality",
    ]) {
      const url = `/v2/entities/${entityId}/${path}`;
      const [own, foreign, open] = [
        await app.get(url, ann.headers),
        await app.get(url, bob.headers),
        await app.get(url),
      ];
      expect([path, own.statusCode, foreign.statusCode, open.statusCode]).toEqual([
        path,
        200,
        404,
        404,
      ]);
      expect(own.headers["cache-control"] ?? "no-store").not.toContain("public");
    }
  });

  test("tells of a value which filing states it, with its hash [FIL-04]", async () => {
    const { data: chain } = (
      await app.get(`/api/v1/filings/chain/${entityId}/income_statement`, ann.headers)
    ).json();
    const filing = chain.find(
      (one: { reportingPeriodId: string }) => one.reportingPeriodId === "2024FY",
    );
    const answer = await app.get(
      `/v2/entities/${entityId}/lineage?concept=revenue&period=2024FY`,
      ann.headers,
    );
    expect(JSON.stringify(answer.json().data)).toContain(
      `manual, filing ${filing.id}, hash sha256:${filing.contentHash}`,
    );
  });

  test("has its values taken by rank: audited over manual, and out again when rejected [FIL-12]", async () => {
    const corrected = await file(entityId, "income_statement", "2023FY", { revenue: "999" });
    expect(await valueIn(entityId, "2023FY", "revenue")).toBe("999");
    expect(await valueIn(entityId, "2023FY", "net_income")).toBeNull();
    await decideFiling(platform, corrected.id, "verify");
    await file(entityId, "income_statement", "2023FY", { revenue: "1", net_income: "7" });
    expect([
      await valueIn(entityId, "2023FY", "revenue"),
      await valueIn(entityId, "2023FY", "net_income"),
    ]).toEqual(["999", "7"]);
    const read = (await app.get(`/api/v1/filings/${corrected.id}`, ann.headers)).json().data;
    expect(read).toMatchObject({ status: "verified", verificationTier: "L3" });
    await decideFiling(platform, corrected.id, "reject");
    expect(await valueIn(entityId, "2023FY", "revenue")).toBe("1");
  });

  test("says on the filing which checks fail, and takes it all the same", async () => {
    const odd = await file(entityId, "balance_sheet", "2025FY", {
      total_assets: "5000",
      liabilities_and_equity: "4000",
    });
    const { data } = (await app.get(`/api/v1/filings/${odd.id}`, ann.headers)).json();
    expect(data.status).toBe("submitted");
    expect(data.checks.length).toBeGreaterThan(0);
  });

  test("is built to the end by the next run, wherever the one before was stopped", async () => {
    for (const boundary of [
      "filings:start",
      "filings:archived",
      "filings:recorded",
      "rebuild:built",
      "store:before-commit",
    ]) {
      const revenue = String(10_000 + boundary.length);
      stopAt = boundary;
      await file(entityId, "income_statement", "2024FY", { revenue });
      stopAt = null;
      const { keys } = await takeFilings(entityId, pipeline.context);
      for (const key of keys) await rebuildCompany(key, pipeline.context);
      expect([boundary, await valueIn(entityId, "2024FY", "revenue")]).toEqual([boundary, revenue]);
    }
  });

  test("is read as of a day, for twelve months and under scenarios by its team, and by nobody else [TRM-05] [SCN-01]", async () => {
    const of = `/v2/entities/${entityId}`;
    const today = "2026-02-20";
    for (const path of [
      `company-terminal?asOf=${today}`,
      `sfrs-statements?asOf=${today}`,
      `financials/full?asOf=${today}`,
      "financials/full?perShare=adjusted",
      "lineage?concept=revenue&period=TTM",
      `models/dcf_5_year_terminal_growth?asOf=${today}`,
      "models/dcf_5_year_terminal_growth/scenarios",
    ]) {
      const url = `${of}/${path}`;
      const [own, foreign, open] = [
        await app.get(url, ann.headers),
        await app.get(url, bob.headers),
        await app.get(url),
      ];
      const hidden = path.endsWith("scenarios") ? 401 : 404;
      expect([path, own.statusCode, foreign.statusCode, open.statusCode]).toEqual([
        ...[path, 200, 404, hidden],
      ]);
      expect(own.headers["cache-control"] ?? "no-store").not.toContain("public");
    }
    const past = await app.get(`${of}/sfrs-statements?asOf=2026-02-19`, ann.headers);
    expect(past.json().data.periods).toEqual([]);
  });

  test("keeps a scenario of its owner [SCN-01] [SCN-11]", async () => {
    const url = `/v2/entities/${entityId}/models/dcf_5_year_terminal_growth/scenarios`;
    const made = await ask("POST", url, { name: "Bull", assumptions: { discount_rate: 0.09 } });
    expect(made.statusCode).toBe(201);
    const own = await app.get(`${made.headers.location}`, ann.headers);
    expect(own.json().data.assumptions).toEqual({ discount_rate: 0.09 });
    expect((await ask("POST", url, { name: "Spy" }, bob)).statusCode).toBe(404);
  });

  test("is in extracts only once it is published and its filings are public [FIL-15]", async () => {
    const ids = async () => (await listExtracted(database.pool, null)).map((one) => one.entityId);
    expect(await ids()).not.toContain(entityId);
    await publish(entityId);
    expect(await ids()).not.toContain(entityId);
    const opened = (await app.get(`/api/v1/filings?entityId=${entityId}&limit=100`, ann.headers))
      .json()
      .data.filter((one: { status: string }) => one.status === "submitted");
    for (const { id } of opened) await ask("PATCH", `/api/v1/filings/${id}`, { isPublic: true });
    expect(await ids()).toContain(entityId);
    expect(
      (await app.get(`/v2/entities/${entityId}/sfrs-statements`)).json().data.periods.length,
    ).toBeGreaterThan(0);
  });

  test("takes everything with it when it is deleted, also what a build under way stores late", async () => {
    expect((await ask("DELETE", `/api/v1/entities/${entityId}`, {})).statusCode).toBe(200);
    await rebuildCompany(entityId, pipeline.context).catch(() => null);
    for (const table of [
      "statement",
      "company_facts",
      "company_build",
      "company",
      "raw_document",
    ]) {
      const { rows } = await database.pool.query(
        `select 1 from ${table} where company_key like $1`,
        [`${entityId}%`],
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

test("an entity without filings has models that say so, and no numbers [MOD-55]", async () => {
  const entityId = await makeEntity("Empty Ltd");
  const url = `/v2/entities/${entityId}/models/dcf_5_year_terminal_growth`;
  const answer = await app.get(url, ann.headers);
  expect([answer.statusCode, answer.json().data.state]).toEqual([200, "insufficient_data"]);
  expect((await app.get(url, bob.headers)).statusCode).toBe(404);
});
