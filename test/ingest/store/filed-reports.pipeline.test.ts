import { expect, test } from "vitest";
import { readReport } from "#ingest/builder/reports/read-report.ts";
import { readerVersion } from "#ingest/builder/reports/reader-version.ts";
import type { ReportDocument } from "#ingest/builder/reports/report-documents.ts";
import type { IngestContext } from "#ingest/context.ts";
import { dataSetDocument } from "#ingest/facts/data-sets/data-set-document.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { insertDocument } from "#ingest/store/documents.ts";
import { makeZip } from "../../helpers/companies/make-zip.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import { filing } from "../faces/made-up-filing.ts";
import { cell, printedPage, row, table } from "../faces/printed-page.ts";

const cik = "0000000001";
const accession = "0000000001-25-000001";

/** The made-up filing of 2024 as its package. */
const zipOf = (revenue = "300") =>
  makeZip(
    [...filing()].map(([name, body]) => {
      return { name, body: body.toString().replace(">300<", `>${revenue}<`) };
    }),
  );

/** The same filing as a data set tells it: one line of an income statement. */
const slice = dataSetDocument({
  sub: [accession, "1", "ONE CO", "10-K", "20241231", "2024", "FY", "20250201", "", "", "1231"],
  num: ["Revenues\tus-gaap/2024\t20241231\t4\tUSD\t\t\t300.0000"],
  pre: ["2\t1\tIS\t0\tRevenues\tus-gaap/2024\tSales\t0"],
  tag: ["Revenues\tus-gaap/2024\t0\tmonetary\tD\tC\tRevenues\tAll revenue"],
});

interface Given {
  kind: "package" | "data-set" | "companyfacts" | "instance";
  body: Buffer;
  fetchedAt?: string;
  name?: string;
}

async function archive(context: IngestContext, given: Given): Promise<void> {
  const { kind, body, fetchedAt = "2025-02-01T00:00:00.000Z", name = kind } = given;
  const { digest, sizeBytes } = await context.archive.put(body);
  await insertDocument(context.database.pool, {
    url: `file:${name}`,
    digest,
    kind,
    companyKey: cik,
    accession: kind === "companyfacts" ? null : accession,
    form: "10-K",
    filed: "2025-02-01",
    origin: "file",
    sizeBytes,
    fetchedAt,
    etag: null,
    lastModified: null,
    quarantinedReason: null,
    source: "regulator",
    via: null,
  });
}

const dump = ({ database }: IngestContext) =>
  dumpDatabase(database.pool, { only: ["filed_report"] });

async function rowsOf({ database }: IngestContext) {
  const { rows } = await database.pool.query(
    "select source, state, reason, xmin::text as written from filed_report where company_key = $1",
    [cik],
  );
  return rows;
}

const whole: Given = { kind: "package", body: zipOf() };
const part: Given = { kind: "data-set", body: slice };

test("a filing's package comes before its slice of the data sets, in whatever order they came [PIP-08]", async () => {
  const dumps = [];
  for (const order of [
    [whole, part],
    [part, whole],
  ]) {
    const { context } = await openTestPipeline();
    for (const document of order) {
      await archive(context, document);
      await rebuildCompany(cik, context);
    }
    expect(await rowsOf(context)).toMatchObject([{ source: "instance", state: "stored" }]);
    dumps.push(await dump(context));
  }
  expect(dumps[1]).toEqual(dumps[0]);
});

test("a stored report is read again only when its document or its reader is another", async () => {
  const { context } = await openTestPipeline();
  await archive(context, whole);
  await rebuildCompany(cik, context);
  const [first] = await rowsOf(context);

  await archive(context, { kind: "companyfacts", body: factsOf("One Co") });
  expect((await rebuildCompany(cik, context)).kind).toBe("stored");
  expect(await rowsOf(context)).toEqual([first]);

  await context.database.pool.query("update filed_report set reader_version = 'before'");
  await archive(context, { kind: "companyfacts", body: factsOf("One"), name: "later" });
  await rebuildCompany(cik, context);
  const { rows } = await context.database.pool.query("select reader_version from filed_report");
  expect(rows).toEqual([{ reader_version: readerVersion }]);
});

const factsOf = (entityName: string) =>
  Buffer.from(
    JSON.stringify({
      cik: 1,
      entityName,
      facts: {
        "us-gaap": {
          Assets: {
            label: null,
            description: null,
            units: {
              USD: [
                {
                  end: "2024-12-31",
                  val: 5,
                  accn: accession,
                  fy: 2024,
                  fp: "FY",
                  form: "10-K",
                  filed: "2025-02-01",
                },
              ],
            },
          },
        },
      },
    }),
  );

test("of two packages of a filing the one archived last counts", async () => {
  const { context } = await openTestPipeline();
  await archive(context, {
    ...whole,
    body: zipOf("299"),
    fetchedAt: "2025-03-01T00:00:00.000Z",
    name: "second",
  });
  await rebuildCompany(cik, context);
  const before = await dump(context);
  await archive(context, whole);
  await rebuildCompany(cik, context);

  expect(await dump(context)).toEqual(before);
});

test("a main document alone gives the statements that it prints, until better is at hand [FCE-01]", async () => {
  const { context } = await openTestPipeline();
  const sales = (printed: string) =>
    printedPage(
      table(
        row("Sales", cell("Revenues", "y24", printed)),
        row("Taxes", cell("IncomeTaxExpenseBenefit", "y24", "(70")),
        row("Net income", cell("NetIncomeLoss", "y24", "230")),
      ),
    );
  const page = { kind: "instance", name: "one-20241231.htm" } as const;
  await archive(context, { kind: "instance", name: "one.xml", body: sales("200") });
  await rebuildCompany(cik, context);
  expect(await rowsOf(context)).toEqual([]);

  await archive(context, { ...page, body: sales("300") });
  await rebuildCompany(cik, context);
  expect(await rowsOf(context)).toMatchObject([{ source: "inline", state: "stored" }]);

  await archive(context, { kind: "data-set", body: slice });
  await rebuildCompany(cik, context);
  expect(await rowsOf(context)).toMatchObject([{ source: "data_set", state: "stored" }]);

  await archive(context, { kind: "package", body: zipOf() });
  await rebuildCompany(cik, context);
  expect(await rowsOf(context)).toMatchObject([{ source: "instance", state: "stored" }]);
});

const document: ReportDocument = {
  url: "file:package",
  digest: "d",
  kind: "package",
  companyKey: cik,
  accession,
  form: "10-K",
  filed: "2025-02-01",
  origin: "file",
  sizeBytes: 1,
  fetchedAt: "2025-02-01T00:00:00.000Z",
  etag: null,
  lastModified: null,
  quarantinedReason: null,
  source: "regulator",
  via: null,
};

test.each([
  ["bytes that are no zip", Buffer.from("no zip"), /zip/],
  [
    "a package without a presentation",
    makeZip([{ name: "one.xsd", body: "<schema/>" }]),
    /no presentation linkbase/,
  ],
  [
    "the package of another company",
    makeZip(
      [...filing()].map(([name, body]) => ({
        name,
        body: body.toString().replaceAll("0000000001", "0000000002"),
      })),
    ),
    /CIK 0000000002, not 0000000001/,
  ],
])("%s is unreadable with its reason, and the company is built", async (_, body, reason) => {
  const { context } = await openTestPipeline();
  await archive(context, { kind: "companyfacts", body: factsOf("One Co") });
  await archive(context, { kind: "package", body });

  expect((await rebuildCompany(cik, context)).kind).toBe("stored");
  const [row] = await rowsOf(context);
  expect(row).toMatchObject({ state: "unreadable", source: null });
  expect(row.reason).toMatch(reason);
});

test("the statements and the notes of a report are stored apart", async () => {
  const read = await readReport(document, zipOf());

  expect(read.outline.map(({ kind, title }) => [kind, title])).toEqual([
    ["income", "STATEMENTS OF INCOME"],
  ]);
  expect(read.notes).toBeNull();
  expect(read).toMatchObject({ form: "10-K", period: "2024-12-31", currency: "USD" });
});
