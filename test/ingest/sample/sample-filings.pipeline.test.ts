import { afterEach, expect, test } from "vitest";
import { readPackageZip } from "#ingest/bulk/package-zip.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { sampleReportsMax } from "#ingest/sample/companies.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { readSampleReports, sampleFilings } from "#ingest/sample/reports/sample-reports.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";
import { closeAll, get, start } from "../sources/sample-client.ts";

const folderOf = (cik: string, accession: string) =>
  `/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;

const bundled = await readSampleReports();

afterEach(closeAll);

test("each bundled report is served as the package of its filing, and no other [FCE-01]", async () => {
  const regulator = await start({ archives: { filings: sampleFilings() } });
  const accessions = new Set(bundled.map(({ accession }) => accession));

  for (const cik of new Set(bundled.map((report) => report.cik))) {
    const { filings } = await readFigures(cik);
    for (const { accessionNumber: accession } of filings.filter(({ form }) => /^10-/.test(form))) {
      const path = `${folderOf(cik, accession)}/${accession}-xbrl.zip`;
      const { status, body, headers } = await get(regulator, path);
      expect([accession, status]).toEqual([accession, accessions.has(accession) ? 200 : 403]);
      if (status !== 200) continue;
      const report = bundled.find((one) => one.accession === accession);
      expect(headers["content-type"]).toBe("application/zip");
      expect(readPackageReport(await readPackageZip(body), { accession, cik, form: null })).toEqual(
        report,
      );
    }
  }
});

test("a filing is listed with its XBRL files, and not before its day [FCE-01]", async () => {
  const regulator = await start({ archives: { filings: sampleFilings() } });
  const folder = folderOf(apple, "0000320193-25-000057");
  const listed = JSON.parse((await get(regulator, `${folder}/index.json`)).text);
  const names = listed.directory.item.map(({ name }: { name: string }) => name);

  expect(names).toEqual(
    expect.arrayContaining(["aapl-20250329_htm.xml", "aapl-20250329.xsd", "aapl-20250329_pre.xml"]),
  );
  expect((await get(regulator, `${folder}/aapl-20250329_pre.xml`)).status).toBe(200);
  regulator.moveTo("2025-05-01");
  expect((await get(regulator, `${folder}/aapl-20250329_pre.xml`)).status).toBe(403);
});

test("Apple's bundled reports are stored as those of its filings [FCE-01]", async () => {
  const pipeline = await openTestPipeline({
    packages: { count: sampleReportsMax, isOnlyBeyondDataSets: false },
    archives: { filings: sampleFilings() },
  });
  const ofApple = bundled.filter(({ cik }) => cik === apple);

  expect(await ingestCompany(apple, pipeline.context)).toMatchObject({
    kind: "stored",
    packages: ofApple.length,
  });
  const { rows } = await pipeline.context.database.pool.query(
    "select accession, state, period::text from filed_report order by 1",
  );
  expect(rows).toEqual(
    ofApple
      .map(({ accession, period }) => ({ accession, state: "stored", period }))
      .sort((a, b) => (a.accession < b.accession ? -1 : 1)),
  );
});

test("every bundled report is among the newest that the sample fetches", async () => {
  for (const { accession, cik } of bundled) {
    const { filings } = await readFigures(cik);
    const periodic = filings.filter(({ form }) => /^(10-[KQ]T?|[24]0-F)(\/A)?$/.test(form));
    const place = periodic.findIndex(({ accessionNumber }) => accessionNumber === accession);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(sampleReportsMax);
  }
});
