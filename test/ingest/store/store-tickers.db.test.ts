import { afterAll, beforeEach, expect, test } from "vitest";
import {
  commandLine,
  removeServiceTicker,
  setServiceTicker,
} from "#api/modules/administration/service.ts";
import type { BuiltCompany } from "#ingest/builder/built-company.ts";
import { storeBuild } from "#ingest/store/build.ts";
import { firstCompany, storeCompanyRow } from "#ingest/store/company.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { storeTickers } from "#ingest/store/tickers.ts";
import { inTransaction } from "#ingest/store/transaction.ts";
import { canonicalTicker } from "#schemas/ticker.ts";
import { openTestDatabase } from "../../helpers/database.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { db, pool } = database;
const give = (cik: string, ticker: string) =>
  setServiceTicker(db, { entityId: entityIdOf(cik), ticker }, commandLine);

beforeEach(async () => {
  await pool.query("truncate entity, company, ticker, ticker_claim cascade");
});

const first = "0000000001";
const second = "0000000002";

function company(cik: string, tickers: string[], fetchedAt: string): BuiltCompany {
  const nothing = null;
  return {
    cik,
    name: `Company ${cik}`,
    slug: `company-${cik}`,
    profile: {
      cik,
      name: `Company ${cik}`,
      sic: nothing,
      sicDescription: nothing,
      fiscalYearEnd: nothing,
      entityType: nothing,
      category: nothing,
      stateOfIncorporation: nothing,
      description: nothing,
      website: nothing,
      phone: nothing,
      ein: nothing,
      tickers: tickers.map((ticker) => ({ ticker, exchange: "NYSE" })),
      formerNames: [],
      addresses: [],
    },
    profileFetchedAt: fetchedAt,
    firstFetchedAt: fetchedAt,
    sourcesAt: fetchedAt,
    filings: [],
    listed: null,
    statements: [],
    facts: new Uint8Array(),
    served: [],
    screen: null,
    reports: { accessions: [], read: [], readerVersion: "" },
    quality: { label: "unavailable", counts: {}, body: new Uint8Array(), failures: [], digest: "" },
    registryVersion: "1.0.0",
    registrySha256: "",
    engineVersion: "1",
    inputDigest: "",
    outputDigest: "",
    unknownMembers: [],
    setAside: [],
    counts: {
      facts: 0,
      periods: 0,
      converted: 0,
      incomplete: 0,
      unmapped: 0,
      labelMismatches: 0,
      unknownMembers: 0,
    },
  };
}

async function store(...companies: BuiltCompany[]): Promise<void> {
  for (const one of companies) {
    await inTransaction(pool, async (client) => {
      await storeCompanyRow(client, one);
      await storeBuild(client, one);
      await storeTickers(client, one);
    });
  }
}

async function holders(): Promise<Record<string, string>> {
  const { rows } = await pool.query(
    "select t.ticker, c.company_key as cik from ticker t join company c on c.entity_id = t.entity_id where t.kind = 'exchange' order by 1",
  );
  return Object.fromEntries(rows.map(({ ticker, cik }) => [ticker, cik]));
}

const permutations = (items: BuiltCompany[]): BuiltCompany[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) =>
        permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
      );

test.each(
  permutations([
    company(first, ["MOVED", "OLD"], "2024-01-01T00:00:00.000Z"),
    company(second, ["MOVED"], "2024-02-01T00:00:00.000Z"),
  ]),
)(
  "a moved ticker resolves to its current holder only, in whatever order (%#)",
  async (...order) => {
    await store(...order);

    expect(await holders()).toEqual({ MOVED: second, OLD: first });
  },
);

test("a ticker that its newer holder gives up returns to the one who still claims it", async () => {
  await store(
    company(first, ["T"], "2024-01-01T00:00:00.000Z"),
    company(second, ["T"], "2024-02-01T00:00:00.000Z"),
    company(second, [], "2024-03-01T00:00:00.000Z"),
  );

  expect(await holders()).toEqual({ T: first });
});

test("a ticker that nobody claims any more resolves to nobody [PUB-20]", async () => {
  await store(
    company(first, ["GONE"], "2024-01-01T00:00:00.000Z"),
    company(first, [], "2024-02-01T00:00:00.000Z"),
  );

  expect(await holders()).toEqual({});
});

test("dots and case fold to the regulator's form, twice the same ticker counts once [PUB-22]", async () => {
  await store(company(first, ["brk.b", "BRK-B", " "], "2024-01-01T00:00:00.000Z"));

  expect(await holders()).toEqual({ "BRK-B": first });
  expect(canonicalTicker(" bf.b ")).toBe("BF-B");
});

test("a service ticker belongs to one company and is replaced by its next one [PUB-17]", async () => {
  await store(
    company(first, [], "2024-01-01T00:00:00.000Z"),
    company(second, [], "2024-01-01T00:00:00.000Z"),
  );
  await give(first, "tenk.a");

  await expect(give(second, "TENK-A")).rejects.toThrow(/^TENK-A is already the service ticker of/);
  await give(first, "TENK-B");

  const { rows } = await pool.query("select ticker, entity_id from ticker where kind = 'service'");
  expect(rows).toEqual([{ ticker: "TENK-B", entity_id: entityIdOf(first) }]);
  expect(await removeServiceTicker(db, entityIdOf(first), commandLine)).toBe(true);
  expect(await removeServiceTicker(db, entityIdOf(first), commandLine)).toBe(false);
});

test("a service ticker is never the exchange ticker of another company [O-58]", async () => {
  await store(
    company(first, ["COST"], "2024-01-01T00:00:00.000Z"),
    company(second, ["NVDA"], "2024-01-01T00:00:00.000Z"),
  );
  await give(first, "TENK-COST");

  await expect(give(first, "nvda")).rejects.toThrow(
    "NVDA is already the exchange ticker of Company 0000000002",
  );
  await give(second, "NVDA");

  const { rows } = await pool.query(
    "select ticker, entity_id from ticker where kind = 'service' order by ticker",
  );
  expect(rows).toEqual([
    { ticker: "NVDA", entity_id: entityIdOf(second) },
    { ticker: "TENK-COST", entity_id: entityIdOf(first) },
  ]);
});

test("of sixteen companies that are given one ticker at once one gets it, and none while another lists it [O-58]", async () => {
  const ciks = Array.from({ length: 16 }, (_, n) => String(n + 1).padStart(10, "0"));
  await store(...ciks.map((cik) => company(cik, [], "2024-01-01T00:00:00.000Z")));
  const giveAll = (ticker: string) => Promise.allSettled(ciks.map((cik) => give(cik, ticker)));
  const refusals = (all: PromiseSettledResult<unknown>[]) =>
    all.filter((one) => one.status === "rejected" && one.reason.status === 409);

  expect(refusals(await giveAll("TENK-ONE"))).toHaveLength(15);

  const [listed = ""] = ciks;
  await store(company(listed, ["LISTED"], "2024-02-01T00:00:00.000Z"));
  expect(refusals(await giveAll("LISTED"))).toHaveLength(15);
  const { rows } = await pool.query("select entity_id from ticker where ticker = 'LISTED'");
  expect(rows).toEqual([{ entity_id: entityIdOf(listed) }, { entity_id: entityIdOf(listed) }]);
});

test("a company without a ticker is found by its CIK", async () => {
  expect(await firstCompany(pool)).toBeNull();
  await store(company(second, [], "2025-01-01"), company(first, [], "2025-01-01"));
  expect(await firstCompany(pool)).toBe(entityIdOf(first));
});
