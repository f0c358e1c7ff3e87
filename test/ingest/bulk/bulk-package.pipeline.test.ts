import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { expandPaths, ingestFiles } from "#ingest/bulk/files.ts";
import type { IngestContext } from "#ingest/context.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { insertDocument } from "#ingest/store/documents.ts";
import { makeZip } from "../../helpers/companies/make-zip.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { makeBuild } from "../../helpers/make.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import { fact, facts, filing, type Parts } from "../faces/made-up-filing.ts";
import { number, page, words } from "../facts/inline-page.ts";

const root = await mkdtemp(join(tmpdir(), "tenk-package-"));
afterAll(() => rm(root, { recursive: true, force: true }));

const cik = "0000000001";
const accession = "0000000001-25-000001";

type Files = Record<string, string | Buffer>;

/** A new folder with these files. */
async function folder(files: Files): Promise<string> {
  const place = await mkdtemp(join(root, "given-"));
  for (const [name, body] of Object.entries(files)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), body);
  }
  return place;
}

const file = async (name: string, body: Buffer) => join(await folder({ [name]: body }), name);

const schemaRef = (name: string) =>
  `<link:schemaRef xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="${name}"/>`;

const more = [
  fact("dei:DocumentFiscalYearFocus", "y24", "2024", { unit: null }),
  fact("dei:DocumentFiscalPeriodFocus", "y24", "FY", { unit: null }),
];

/** The files of the made-up filing of 2024; its instance names its schema. */
function files(parts: Parts = {}, company = cik): Files {
  const made = filing({ ...parts, facts: [...(parts.facts ?? facts), ...more] });
  const texts = [...made].map(([name, body]): [string, string] => {
    const text = body.toString().replaceAll(cik, company);
    return [name, text.replace(/(<xbrl [^>]*>)/, `$1${schemaRef("one-20241231.xsd")}`)];
  });
  return Object.fromEntries(texts);
}

const zipOf = (made: Files) =>
  makeZip(Object.entries(made).map(([name, body]) => ({ name, body })));

const ingest = async (path: string, context: IngestContext, options = {}) =>
  ingestFiles(await expandPaths([path]), context, options);

const ask = async ({ database }: IngestContext, sql: string) =>
  (await database.pool.query(sql)).rows;

const documentsOf = (context: IngestContext) =>
  ask(
    context,
    "select kind, company_key as cik, accession, form, filed, origin from raw_document order by accession, url",
  );

const revenueOf = async (context: IngestContext) =>
  ask(
    context,
    "select company_key as cik, fields->>'revenue' as revenue from statement where statement_type = 'income_statement' and period_key = '2024FY' order by company_key",
  );

const yearsOf = async (context: IngestContext) => {
  const rows = await ask(
    context,
    "select period_key as key from statement where statement_type = 'income_statement' order by 1",
  );
  return rows.map(({ key }: { key: string }) => key);
};

const reportsOf = (context: IngestContext) =>
  ask(
    context,
    "select company_key as cik, accession, state, source, reason from filed_report order by accession",
  );

const asPackage = { kind: "package", cik, accession, form: null, filed: null, origin: "file" };

test("a filing's package gives its facts and its statements [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  const outcome = await ingest(await file(`${accession}-xbrl.zip`, zipOf(files())), context);

  expect(outcome).toMatchObject({ added: 1, known: 0, passedOver: 0, refused: [] });
  expect(await documentsOf(context)).toEqual([asPackage]);
  expect(await reportsOf(context)).toEqual([
    { cik, accession, state: "stored", source: "instance", reason: null },
  ]);
  expect(await revenueOf(context)).toEqual([{ cik, revenue: "300" }]);
});

test("the files of a filing's folder are one package, whatever else lies there [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  const place = accession.replaceAll("-", "");
  const given = await folder({
    ...Object.fromEntries(
      Object.entries(files()).map(([name, body]) => [`${place}/${name}.gz`, gzipSync(body)]),
    ),
    [`${place}/R2.htm`]: "<html><body>page of the viewer</body></html>",
    [`${place}/MetaLinks.json`]: "{}",
    [`${place}/FilingSummary.xml`]: "<FilingSummary/>",
  });
  const outcome = await ingest(given, context);
  const again = await ingest(await folder(files()), context, { accession, filed: "2025-02-01" });

  expect(outcome).toMatchObject({ added: 1, known: 0, passedOver: 3, refused: [] });
  expect(again).toMatchObject({ added: 0, known: 1, refused: [] });
  expect(await documentsOf(context)).toEqual([{ ...asPackage, filed: "2025-02-01" }]);
  expect(await revenueOf(context)).toEqual([{ cik, revenue: "300" }]);
});

test("a folder with a filing's own package and its single files gives it once [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  const place = accession.replaceAll("-", "");
  const single = Object.entries(files()).map(([name, body]) => [`${place}/${name}`, body]);
  const given = await folder({
    ...Object.fromEntries(single),
    [`${place}/${accession}-xbrl.zip`]: zipOf(files()),
  });

  expect(await ingest(given, context)).toMatchObject({ added: 1, passedOver: 5, refused: [] });
});

test("an inline document with its linkbases beside it gives statements [FCE-06] [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  const body =
    schemaRef("one-20241231.xsd") +
    words("10-K", "", "dei:DocumentType") +
    words("2024-12-31", "", "dei:DocumentPeriodEndDate") +
    words("2024", "", "dei:DocumentFiscalYearFocus") +
    words("FY", "", "dei:DocumentFiscalPeriodFocus") +
    number("24,575", 'format="ixt:num-dot-decimal" scale="6"');
  const { "one-20241231.xml": _, ...parts } = files();
  const given = await folder({ ...parts, "one10k.htm": page(body) });
  const outcome = await ingest(given, context, { accession });

  expect(outcome).toMatchObject({ added: 1, refused: [] });
  expect(await reportsOf(context)).toMatchObject([
    { accession, state: "stored", source: "inline" },
  ]);
  expect(await revenueOf(context)).toEqual([{ cik, revenue: "24575000000" }]);
});

test("filings in one folder are told apart by the schema that each refers to [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  const other = Object.entries(files({}, "0000000002")).map(([name, body]) => [
    name.replace("one-2024", "two-2024"),
    body.toString().replaceAll("one-20241231.xsd", "two-20241231.xsd"),
  ]);
  const given = await folder({
    ...files(),
    ...Object.fromEntries(other),
    "six-20241231.xsd": "<schema/>",
    "six-20241231_pre.xml": "<linkbase/>",
  });
  const outcome = await ingest(given, context);

  expect(outcome).toMatchObject({ added: 2, passedOver: 0 });
  expect(outcome.refused).toEqual([
    {
      path: join(given, "six-20241231.xsd"),
      reason:
        "one of 2 schemas and linkbases without its filing: put the filing's instance (.xml) or its main document (.htm) beside it",
    },
  ]);
  expect(await reportsOf(context)).toMatchObject([
    { accession: expect.stringMatching(/^unknown-[0-9a-f]{16}$/), state: "stored" },
    { accession: expect.stringMatching(/^unknown-[0-9a-f]{16}$/), state: "stored" },
  ]);
  expect(await revenueOf(context)).toEqual([
    { cik, revenue: "300" },
    { cik: "0000000002", revenue: "300" },
  ]);
});

async function listFiling({ database }: IngestContext, filer: string): Promise<void> {
  await makeBuild(database.db, filer);
  await database.pool.query(
    "insert into filing (company_key, accession, form, filed, report_date, is_xbrl, status) " +
      "values ($1, $2, '10-K', '2025-02-01', '2024-12-31', true, 'listed')",
    [filer, accession],
  );
}

test("a filing without a number is the only known one for the period on its cover [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  await listFiling(context, cik);
  await ingest(await folder(files()), context);

  expect(await documentsOf(context)).toEqual([{ ...asPackage, form: "10-K", filed: "2025-02-01" }]);
});

test("a package under the number of another company's filing is refused [FCE-08]", async () => {
  const { context } = await openTestPipeline();
  await listFiling(context, "0000000007");
  const path = await file(`${accession}-xbrl.zip`, zipOf(files()));
  const outcome = await ingest(path, context);

  expect(outcome).toMatchObject({ added: 0, companies: [] });
  expect(outcome.refused).toEqual([
    { path, reason: `${accession} is a filing of CIK 7, and the instance is of CIK 1` },
  ]);
});

/** Companyfacts with one value of the year, stated by this filing. */
const companyFacts = (accn: string, val: number) => {
  const entry = { start: "2024-01-01", end: "2024-12-31", val, accn, fy: 2024, fp: "FY" };
  const USD = [{ ...entry, form: "10-K", filed: "2025-01-15" }];
  const Revenues = { label: null, description: null, units: { USD } };
  return Buffer.from(
    JSON.stringify({ cik: 1, entityName: "One Co", facts: { "us-gaap": { Revenues } } }),
  );
};

interface Given {
  kind: "package" | "companyfacts";
  body: Buffer;
}

async function archive(context: IngestContext, { kind, body }: Given): Promise<void> {
  const { digest, sizeBytes } = await context.archive.put(body);
  await insertDocument(context.database.pool, {
    url: `file:${kind}`,
    digest,
    kind,
    companyKey: cik,
    accession: kind === "package" ? accession : null,
    form: null,
    filed: kind === "package" ? "2025-02-01" : null,
    origin: "file",
    sizeBytes,
    fetchedAt: "2025-02-01T00:00:00.000Z",
    etag: null,
    lastModified: null,
    quarantinedReason: null,
    source: "regulator",
    via: null,
  });
}

const withNote = [...facts, fact("us-gaap:Depreciation", "y24", "5")];
const packed: Given = { kind: "package", body: zipOf(files({ facts: withNote })) };

const depreciationOf2024 =
  "select fields->>'depreciation' as depreciation from statement where statement_type = 'cash_flow_statement' and period_key = '2024FY'";

test.each([
  ["counts where companyfacts does not name the filing", "0000000001-24-000009", "5"],
  ["gives way to companyfacts that names the filing", accession, null],
])("the instance of a package %s, in any order of documents [PIP-08]", async (_, accn, noted) => {
  const facts: Given = { kind: "companyfacts", body: companyFacts(accn, 298) };
  const dumps = [];
  for (const order of [
    [packed, facts],
    [facts, packed],
  ]) {
    const { context } = await openTestPipeline();
    for (const document of order) {
      await archive(context, document);
      await rebuildCompany(cik, context);
    }
    // No statement of the package prints the depreciation, and one prints the year before, which companyfacts lacks.
    const [year] = await ask(context, depreciationOf2024);
    expect(year?.depreciation ?? null).toBe(noted);
    expect(await revenueOf(context)).toEqual([{ cik, revenue: "298" }]);
    expect(await yearsOf(context)).toEqual(["2023FY", "2024FY"]);
    dumps.push(await dumpDatabase(context.database.pool, { only: ["statement", "filed_report"] }));
  }
  expect(dumps[1]).toEqual(dumps[0]);
});

test("a package that cannot be read keeps its reason, and the company is built without it [FCE-04]", async () => {
  const { context } = await openTestPipeline();
  await archive(context, { kind: "package", body: Buffer.from("no zip") });
  await archive(context, { kind: "companyfacts", body: companyFacts("0000000001-24-000009", 5) });
  const outcome = await rebuildCompany(cik, context);

  expect(outcome).toMatchObject({ kind: "stored", quarantined: 0 });
  expect(await revenueOf(context)).toEqual([{ cik, revenue: "5" }]);
  const [report] = await reportsOf(context);
  expect(report).toMatchObject({
    state: "unreadable",
    reason: expect.stringMatching(/zip archive/),
  });
});
