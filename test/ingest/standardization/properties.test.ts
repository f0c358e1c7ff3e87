import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import type { FactDocument } from "#ingest/company-input.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { sampleCompanies, sampleDate } from "#ingest/sample/companies.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { hasSharedEdgar, readShared, sharedEdgar } from "../sources/edgar-shared.ts";
import { build, documentOf, figures, inputOf, registry, shown } from "./company.ts";
import { faultsOf } from "./trace.ts";

const fixtures = readdirSync(new URL("../../fixtures/standardization", import.meta.url))
  .filter((name) => name.endsWith(".tsv"))
  .map((name) => name.slice(0, -4));

/** A repeatable shuffle. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  return [...items]
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** The facts as documents of single filings, each with its own digest. */
function filingsOf(facts: readonly Fact[]): FactDocument[] {
  const accessions = [...new Set(facts.map(({ accession }) => accession))];
  return accessions.map((digest) =>
    documentOf(
      facts.filter(({ accession }) => accession === digest),
      { digest },
    ),
  );
}

describe("order and repetition", () => {
  const cases = ["apple-2008-restated", "kraft-heinz-2018", "nikola-2020", "kimberly-clark-2010"];

  test.each(cases)("20 random orders of %s give the same build [PIP-08]", (name) => {
    const documents = filingsOf(figures(name));
    const expected = JSON.stringify(buildCompany(inputOf(documents), registry));
    for (let seed = 1; seed <= 20; seed += 1) {
      const mixed = shuffled(documents, seed).map((document) => ({
        ...document,
        parsed: { ...document.parsed, facts: shuffled(document.parsed.facts, seed + 100) },
      }));
      expect(JSON.stringify(buildCompany(inputOf(mixed), registry))).toBe(expected);
    }
  });

  test("one document, its filings one by one and both together give the same build [PIP-07]", () => {
    const facts = figures("nikola-2020");
    const once = build(facts);
    const twice = [documentOf(facts, { digest: "a" }), ...filingsOf(facts), documentOf(facts)];
    expect(buildCompany(inputOf(twice), registry)).toEqual(once);
  });

  test("of two crawls the newer one's value of a version stands, whichever comes first [PIP-08]", () => {
    const facts = figures("apple-2023");
    const old = facts.map((fact) =>
      fact.value === "383285000000" ? { ...fact, value: "383280000000" } : fact,
    );
    const crawls = [
      documentOf(old, { fetchedAt: "2023-11-04T00:00:00Z", digest: "1" }),
      documentOf(facts, { fetchedAt: "2023-11-05T00:00:00Z", digest: "2" }),
    ];
    for (const documents of [crawls, [...crawls].reverse()]) {
      const built = buildCompany(inputOf(documents), registry);
      expect(shown(built, "2023FY", "revenue")).toBe("383285000000");
    }
  });

  test("a fact that a newer document no longer has stays [PIP-07]", () => {
    const facts = figures("apple-2023");
    const trimmed = facts.filter(({ end }) => end > "2023-01-01");
    const documents = [
      documentOf(trimmed, { fetchedAt: "2024-01-01T00:00:00Z", digest: "2" }),
      documentOf(facts, { fetchedAt: "2023-11-05T00:00:00Z", digest: "1" }),
    ];
    const built = buildCompany(inputOf(documents), registry);
    expect(shown(built, "2023Q1", "operating_cash_flow")).toBe("34005000000");
  });
});

describe("every value and every null explains itself", () => {
  test.each(fixtures)(
    "%s: lineage adds up to facts, nulls carry a code [DQ-07] [DQ-08]",
    (name) => {
      expect(faultsOf(build(name))).toEqual([]);
      expect(faultsOf(build(name, { kind: "asFirstReported" }))).toEqual([]);
    },
  );

  test.each(sampleCompanies)(
    "whole sample company $cik: the same [DQ-07] [DQ-08]",
    async ({ cik }) => {
      const body = companyFactsJson(await readFigures(cik), sampleDate);
      const parsed = parseCompanyFacts(Buffer.from(body ?? ""), registry.tags);
      const built = buildCompany(inputOf([documentOf([], { parsed })]), registry);
      expect(built.periods.length).toBeGreaterThan(1);
      expect(faultsOf(built)).toEqual([]);
    },
  );

  test("a view of the past rests on facts that were filed by then", () => {
    const built = build("kraft-heinz-2018", { kind: "asOf", date: "2019-02-01" });
    const used = JSON.stringify(built.periods.map(({ lines }) => lines.net_income?.lineage));
    for (const id of used.match(/\d+(?=[,\]])/g) ?? []) {
      const { filed } = built.facts[Number(id)] ?? { filed: "9" };
      expect(filed !== null && filed <= "2019-02-01").toBe(true);
    }
    expect(faultsOf(built)).toEqual([]);
  });

  const folder = "api/xbrl/companyfacts";
  test.skipIf(!hasSharedEdgar)(
    "whole companies: every value traces to facts, every null has a code [DQ-07] [DQ-08]",
    () => {
      for (const file of readdirSync(join(sharedEdgar, folder))) {
        const body = readShared(join(folder, file.replace(/\.gz$/, "")));
        const document = documentOf([], { parsed: parseCompanyFacts(body, registry.tags) });
        const built = buildCompany(inputOf([document]), registry);
        expect([file, faultsOf(built)]).toEqual([file, []]);
      }
    },
    120_000,
  );
});
