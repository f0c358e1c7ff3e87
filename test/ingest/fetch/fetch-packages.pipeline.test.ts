import { expect, test } from "vitest";
import { readPackageZip } from "#ingest/bulk/package-zip.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listArchivedAccessions } from "#ingest/store/documents.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { apple, openTestPipeline, type TestPipeline } from "../../helpers/pipeline.ts";
import { ratePage } from "../../helpers/regulator/pages.ts";
import { appleFiles, applePackage, appleReports, filedAs } from "./made-up-packages.ts";

const newestEight = { count: 8, isOnlyBeyondDataSets: false };
const folderOf = (accession: string) =>
  `/Archives/edgar/data/${Number(apple)}/${accession.replaceAll("-", "")}`;
const zipOf = (accession: string) => `${folderOf(accession)}/${accession}-xbrl.zip`;

/** What was asked of the folders of filings since the last call. */
function asked({ regulator }: TestPipeline): string[] {
  const paths = regulator.log.map(({ path }) => path).filter((path) => path.includes("/Archives/"));
  regulator.log.length = 0;
  return paths;
}

const archived = async ({ context }: TestPipeline) =>
  [...(await listArchivedAccessions(context.database.pool, apple, "package"))].sort();

const states = async ({ context: { database } }: TestPipeline) =>
  (await database.pool.query("select accession, state, reason from filed_report order by 1")).rows;

test("the packages of the newest eight periodic reports are fetched once and never again [FCE-09]", async () => {
  const reports = await appleReports(10);
  const pipeline = await openTestPipeline({
    packages: newestEight,
    archives: { filings: await filedAs(reports) },
  });

  expect(await ingestCompany(apple, pipeline.context)).toMatchObject({
    kind: "stored",
    packages: 8,
  });
  expect(asked(pipeline)).toEqual(reports.slice(0, 8).map(zipOf));
  expect(await archived(pipeline)).toEqual(reports.slice(0, 8).sort());
  expect((await states(pipeline)).map(({ state }) => state)).toEqual(Array(8).fill("stored"));

  for (const _ of [2, 3]) {
    expect(await ingestCompany(apple, pipeline.context)).toEqual({ kind: "unchanged" });
    expect(asked(pipeline)).toEqual([]);
  }
});

test("older packages come when they are asked for, and none with a setting of 0 [FCE-09]", async () => {
  const reports = await appleReports(10);
  const pipeline = await openTestPipeline({ archives: { filings: await filedAs(reports) } });

  await ingestCompany(apple, pipeline.context);
  expect(asked(pipeline)).toEqual([]);
  const packages = { count: 10, isOnlyBeyondDataSets: false };
  expect(await ingestCompany(apple, { ...pipeline.context, packages })).toMatchObject({
    packages: 10,
  });
  expect(await archived(pipeline)).toEqual([...reports].sort());
});

test("where there is no package, the single files give the same report [FCE-09]", async () => {
  const [newest = ""] = await appleReports(1);
  const packages = { count: 1, isOnlyBeyondDataSets: false };
  const zipped = await openTestPipeline({
    packages,
    archives: { filings: await filedAs([newest]) },
  });
  const single = await openTestPipeline({
    packages,
    archives: { filings: await filedAs([newest], { isZipped: false }) },
  });

  await ingestCompany(apple, zipped.context);
  expect(await ingestCompany(apple, single.context)).toMatchObject({ packages: 1 });

  expect(asked(single)).toEqual([
    zipOf(newest),
    `${folderOf(newest)}/index.json`,
    ...["one-20241231.xml", "one-20241231.xsd"].map((name) => `${folderOf(newest)}/${name}`),
    ...["pre", "cal", "lab"].map((one) => `${folderOf(newest)}/one-20241231_${one}.xml`),
  ]);
  const reportsOf = ({ context }: TestPipeline) =>
    dumpDatabase(context.database.pool, { only: ["filed_report"] });
  expect(await reportsOf(single)).toEqual(await reportsOf(zipped));
  await ingestCompany(apple, single.context);
  expect(asked(single)).toEqual([]);
});

test("an instance that is wanted by itself is taken out of the package", async () => {
  const reports = await appleReports(2);
  const pipeline = await openTestPipeline({
    packages: { ...newestEight, count: 2 },
    archives: { filings: await filedAs(reports) },
  });
  // Without companyfacts the instances of the newest eight reports are wanted.
  pipeline.faults.set("/api/xbrl/companyfacts/", { kind: "answer", status: 404 });

  await ingestCompany(apple, pipeline.context);
  const inFolders = asked(pipeline);
  expect(inFolders.filter((path) => path.startsWith(folderOf(reports[0] ?? "")))).toEqual([
    zipOf(reports[0] ?? ""),
  ]);
  expect(inFolders).toHaveLength(2 + 6);
  const instances = await listArchivedAccessions(pipeline.context.database.pool, apple, "instance");
  expect([...instances].sort()).toEqual([...reports].sort());
});

test("a filing without a package is asked again for a week and then not any more", async () => {
  const [newest = ""] = await appleReports(1);
  const pipeline = await openTestPipeline({ packages: { ...newestEight, count: 1 } });
  const both = [zipOf(newest), `${folderOf(newest)}/index.json`];

  for (const [day, requests] of [
    ["2026-01-31", both],
    ["2026-02-05", both],
    ["2026-02-12", both],
    ["2026-02-13", []],
  ] as const) {
    pipeline.setTime(`${day}T12:00:00.000Z`);
    await ingestCompany(apple, pipeline.context);
    expect(asked(pipeline)).toEqual(requests);
  }
});

test.for([
  ["cut", (zip: Buffer) => zip.subarray(0, -30)],
  ["damaged inside", (zip: Buffer) => damaged(zip)],
  ["another file", () => Buffer.from("no archive")],
] as const)("a package that is %s is replaced by the single files", async ([, broken]) => {
  const [newest = ""] = await appleReports(1);
  const zip = broken(await applePackage());
  const filings = new Map([[newest, { files: appleFiles(), package: zip }]]);
  const pipeline = await openTestPipeline({
    packages: { ...newestEight, count: 1 },
    archives: { filings },
  });

  expect(await ingestCompany(apple, pipeline.context)).toMatchObject({ packages: 1 });
  const { rows } = await pipeline.context.database.pool.query(
    "select digest from raw_document where kind = 'package'",
  );
  const files = await readPackageZip(await pipeline.context.archive.get(rows[0].digest));
  expect(files.get("one-20241231.xml")).toEqual(appleFiles().get("one-20241231.xml"));
});

function damaged(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf("us-gaap:Revenues");
  bytes.write("us-gaap:Revenuez", at);
  return bytes;
}

test("a rate page stops the company until the time that it names, and the packages before it stay", async () => {
  const reports = await appleReports(8);
  const pipeline = await openTestPipeline({
    packages: newestEight,
    archives: { filings: await filedAs(reports) },
  });
  pipeline.faults.set(zipOf(reports[2] ?? ""), { kind: "answer", ...ratePage });

  await expect(ingestCompany(apple, pipeline.context)).rejects.toMatchObject({ code: "held" });
  expect(await archived(pipeline)).toEqual(reports.slice(0, 2).sort());

  pipeline.faults.clear();
  await pipeline.context.database.pool.query("delete from upstream");
  asked(pipeline);
  expect(await ingestCompany(apple, pipeline.context)).toMatchObject({ packages: 6 });
  expect(asked(pipeline)).toEqual(reports.slice(2).map(zipOf));
});

test("two processes at once archive each package once", async () => {
  const reports = await appleReports(8);
  const pipeline = await openTestPipeline({
    packages: newestEight,
    archives: { filings: await filedAs(reports) },
  });

  await Promise.all([1, 2].map(() => ingestCompany(apple, pipeline.context)));

  const { rows } = await pipeline.context.database.pool.query(
    "select accession from raw_document where kind = 'package' order by 1",
  );
  expect(rows.map(({ accession }) => accession)).toEqual([...reports].sort());
  expect(await states(pipeline)).toHaveLength(8);
});

test("of every company only packages are fetched that no data set has", async () => {
  const reports = await appleReports(8);
  const pipeline = await openTestPipeline({
    packages: { count: 8, isOnlyBeyondDataSets: true },
    archives: { filings: await filedAs(reports) },
  });

  // On 2026-03-01 the previous quarter began on 2025-10-01.
  await ingestCompany(apple, pipeline.context);
  expect(asked(pipeline)).toEqual(reports.slice(0, 2).map(zipOf));
});

test("a package that the archive lost is made again of its single files", async () => {
  const [newest = ""] = await appleReports(1);
  const pipeline = await openTestPipeline({
    packages: { ...newestEight, count: 1 },
    archives: { filings: await filedAs([newest], { isZipped: false }) },
  });
  const { context } = pipeline;
  await ingestCompany(apple, context);
  const { rows } = await context.database.pool.query(
    "select digest from raw_document where kind = 'package'",
  );
  await context.archive.setAside(rows[0].digest);
  await context.database.pool.query("delete from filed_report");
  await context.database.pool.query("update company_build set input_digest = ''");

  await ingestCompany(apple, context);
  expect(await context.archive.has(rows[0].digest)).toBe(true);
  expect(await states(pipeline)).toMatchObject([{ accession: newest, state: "stored" }]);
});
