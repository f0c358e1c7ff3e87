import { describe, expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { readDocuments } from "#ingest/builder/read-documents.ts";
import { factsDocumentOf } from "#ingest/facts/facts-document.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { presentFact } from "#ingest/statements/cells/expand-lineage.ts";
import { listArchivedCompanies } from "#ingest/store/build.ts";
import { listQuarantined, type RawDocument, releaseDocuments } from "#ingest/store/documents.ts";
import { loadFactsDocument } from "#ingest/store/stored-company.ts";
import { mergeFilings } from "#ingest/terminal/filings.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import {
  asOf,
  factOf,
  figures,
  keysOf,
  line,
  period,
  registry,
  shown,
} from "../standardization/company.ts";

const alphabet = "0001652044";
const google = "0001288776";
const googleReport = "0001288776-14-000020";

/** A company facts document with these facts, as the regulator writes it. */
function companyFacts(cik: string, entityName: string, facts: readonly Fact[]): string {
  const tags: Record<string, { units: Record<string, object[]> }> = {};
  for (const { tag, unit, start, end, value, accession, form, filed, fy, fp } of facts) {
    tags[tag] ??= { units: {} };
    tags[tag].units[unit] ??= [];
    const span = start === null ? { end } : { start, end };
    tags[tag].units[unit].push({
      ...span,
      val: Number(value),
      accn: accession,
      fy,
      fp,
      form,
      filed,
    });
  }
  return JSON.stringify({ cik: Number(cik), entityName, facts: { "us-gaap": tags } });
}

function read(bodies: Record<string, string>) {
  const documents = Object.keys(bodies).map((cik): RawDocument => {
    const url = `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`;
    const unnamed = { accession: null, form: null, filed: null, etag: null, lastModified: null };
    return {
      ...unnamed,
      url,
      digest: cik,
      kind: "companyfacts",
      companyKey: cik,
      origin: "crawl",
      sizeBytes: 0,
      fetchedAt: "2026-03-01T00:00:00.000Z",
      quarantinedReason: null,
      source: "regulator",
      via: null,
    };
  });
  const unit = {
    cik: alphabet,
    documents,
    listing: [],
    unreadReports: [],
    readReports: [],
    platform: { serviceTicker: null, claimStatus: "unclaimed" },
    inputDigest: "",
    firstFetchedAt: "",
    registrySha256: registry.registrySha256,
  };
  return readDocuments(unit, registry, async (digest) => Buffer.from(bodies[digest] ?? ""));
}

const alphabets = companyFacts(alphabet, "Alphabet Inc.", figures("alphabet-2015"));
const googles = companyFacts(google, "Google Inc.", figures("google-2013"));

describe("2.19 Company identity: predecessors", () => {
  test("2.19 Alphabet's history goes on before October 2015 with what Google reported", async () => {
    const alone = buildCompany((await read({ [alphabet]: alphabets })).input, registry);
    const { input, name } = await read({ [google]: googles, [alphabet]: alphabets });
    const built = buildCompany(input, registry);
    expect(name).toBe("Alphabet Inc.");
    expect(factsDocumentOf(input, built.facts).name).toBe("Alphabet Inc.");
    expect(keysOf(alone).at(-1)).toBe("2013FY");
    expect(keysOf(built).at(-1)).toBe("2011FY");
    expect(shown(built, "2012FY", "revenue")).toBe("50175000000");
    expect(shown(alone, "2013FY", "total_assets")).toBe("not_reported");
    expect(shown(built, "2013FY", "total_assets")).toBe("110920000000");
  });

  test("2.19 what the new registrant states of an old year is a restatement of it, with Motorola taken out", async () => {
    const { input } = await read({ [google]: googles, [alphabet]: alphabets });
    expect(line(buildCompany(input, registry), "2013FY", "revenue")).toMatchObject({
      value: "55519000000",
      flags: ["restated"],
    });
    const first = buildCompany(input, registry, { kind: "asFirstReported" });
    expect(shown(first, "2013FY", "revenue")).toBe("59825000000");
    expect(shown(buildCompany(input, registry, asOf("2015-10-01")), "2013FY", "revenue")).toBe(
      "59825000000",
    );
  });

  test("2.19 facts keep the number they were filed under, and lineage leads to that registrant's filing", async () => {
    const { input } = await read({ [google]: googles, [alphabet]: alphabets });
    const built = buildCompany(input, registry);
    const old = factOf(built, line(built, "2012FY", "revenue"));
    const year = factOf(built, line(built, "2014FY", "revenue"));
    expect(old).toMatchObject({ cik: google, accession: googleReport });
    expect(year).not.toHaveProperty("cik");
    expect(presentFact(old, alphabet).filingIndexUrl).toBe(
      "https://www.sec.gov/Archives/edgar/data/1288776/000128877614000020/0001288776-14-000020-index.htm",
    );
    expect(presentFact(year, alphabet).filingIndexUrl).toContain("/data/1652044/");
    expect(period(built, "2012FY")).toMatchObject({
      filings: [
        { accessionNumber: googleReport, form: "10-K", filedDate: "2014-02-12", cik: google },
      ],
    });
    const listed = mergeFilings(alphabet, [], built.periods);
    expect(listed.find(({ accession }) => accession === googleReport)?.cik).toBe(google);
  });

  test("2.19 what the predecessor filed after the change is not taken", async () => {
    const late = figures("google-2013").map((fact) => ({ ...fact, filed: "2015-10-03" }));
    const same = figures("google-2013").map((fact) => ({ ...fact, filed: "2015-10-02" }));
    const take = async (facts: Fact[]) => {
      const body = companyFacts(google, "Google Inc.", facts);
      const { input } = await read({ [google]: body, [alphabet]: alphabets });
      return input.documents
        .flatMap(({ parsed }) => parsed.facts)
        .filter(({ cik }) => cik === google);
    };
    expect(await take(late)).toEqual([]);
    expect(await take(same)).toHaveLength(same.length);
  });

  test("2.19 a report that both filed counts once, as the company's own", async () => {
    const joint = [...figures("alphabet-2015"), ...figures("google-2013")];
    const body = companyFacts(alphabet, "Alphabet Inc.", joint);
    const { input } = await read({ [google]: googles, [alphabet]: body });
    const built = buildCompany(input, registry);
    expect(built.facts).toHaveLength(joint.length);
    expect(built.facts.some(({ cik }) => cik === google)).toBe(false);
  });

  test("2.19 a predecessor's document of another company is rejected by itself", async () => {
    const other = companyFacts("0000320193", "Apple Inc.", figures("google-2013"));
    const { rejected } = await read({ [google]: other, [alphabet]: alphabets });
    expect(rejected).toEqual([
      { digest: google, reason: "the document is of CIK 0000320193, not 0001288776" },
    ]);
  });
});

describe("2.19 Fetching a predecessor's facts", async () => {
  const { context, faults, regulator } = await openTestPipeline({ ciks: [alphabet] });
  const { pool } = context.database;
  const path = `/api/xbrl/companyfacts/CIK${google}.json`;
  const storedOfGoogle = async () =>
    (await loadFactsDocument(pool, alphabet))?.facts.filter(({ cik }) => cik === google);

  test("2.19 a company whose predecessor's facts are not published is built without them", async () => {
    expect((await ingestCompany(alphabet, context)).kind).toBe("stored");
    expect(regulator.log.find((request) => request.path === path)?.status).toBe(404);
    expect(await storedOfGoogle()).toEqual([]);
  });

  test("2.19 a document that cannot be read is set aside for the predecessor, and the company is built without it", async () => {
    faults.set(path, {
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: '{"cik":1288776,"facts":[]}',
    });
    expect((await ingestCompany(alphabet, context)).kind).not.toBe("set_aside");
    expect((await listQuarantined(pool)).map(({ companyKey: cik }) => cik)).toEqual([google]);
    expect(await releaseDocuments(pool, google)).toBe(1);
  });

  test("2.19 once they are, they are archived under its own number and count for the company", async () => {
    faults.set(path, {
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: googles,
    });
    expect((await ingestCompany(alphabet, context)).kind).toBe("stored");
    expect(await storedOfGoogle()).toHaveLength(figures("google-2013").length);
    expect((await ingestCompany(alphabet, context)).kind).toBe("unchanged");
  });

  test("2.19 a registrant known only as a predecessor is no company of its own", async () => {
    expect(await listArchivedCompanies(pool)).toEqual([alphabet]);
    const { rows } = await pool.query(
      "select company_key as cik from company order by company_key",
    );
    expect(rows).toEqual([{ cik: alphabet }]);
  });
});
