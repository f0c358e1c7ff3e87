import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import JSZip from "jszip";
import { expect, test } from "vitest";
import { openDataSetZip } from "#ingest/bulk/data-set-source.ts";
import { splitDataSet } from "#ingest/bulk/split-data-set.ts";
import { readDataSetReport } from "#ingest/faces/data-set/read-data-set-report.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import {
  byFiling,
  checkDataSet,
  type RoundTrip,
  rowsOf,
} from "../helpers/companies/round-trip/data-set-round-trip.ts";
import { checkPackage } from "../helpers/companies/round-trip/package-round-trip.ts";
import { hasSharedEdgar, readShared, sharedEdgar } from "../ingest/sources/edgar-shared.ts";

const quarters = ["2009q3", "2010q2"];

test.runIf(hasSharedEdgar).each(quarters)(
  "every line of %s with a value is in its report as printed, and nothing else [FCE-01]",
  async (quarter) => {
    const path = `financial-statement-data-sets/${quarter}.zip`;
    const zip = await JSZip.loadAsync(readShared(path));
    const table = async (name: string) =>
      byFiling(rowsOf((await zip.file(name)?.async("string")) ?? ""));
    const [pre, num] = [await table("pre.txt"), await table("num.txt")];
    const total: RoundTrip = { lines: 0, values: 0, faults: [] };
    const source = await openDataSetZip(join(sharedEdgar, path));
    for await (const slice of splitDataSet(source, {
      ciks: null,
      submissionOf: async () => null,
    })) {
      if (slice.kind === "refused") continue;
      const report = readDataSetReport(slice.body);
      if (report)
        addTo(
          total,
          checkDataSet(report, pre.get(slice.accession) ?? [], num.get(slice.accession) ?? []),
        );
    }
    await source.close();
    say(quarter, total);
    expect(total.lines).toBeGreaterThan(40_000);
    expect(total.faults).toEqual([]);
  },
);

test.runIf(hasSharedEdgar)(
  "every line of the packages with a value is in its report as printed, and nothing else [FCE-01]",
  () => {
    const total: RoundTrip = { lines: 0, values: 0, faults: [] };
    for (const folder of packageFolders()) {
      const files = filesIn(folder);
      if (files.size === 0) continue;
      const known = { accession: folder, cik: null, form: null };
      const one = checkPackage(readPackageReport(files, known), files);
      if (one.faults.length > 0)
        console.log(folder, one.faults.length, "of", one.lines, one.faults.slice(0, 4));
      addTo(total, one);
    }
    say("packages", total);
    expect(total.faults).toEqual([]);
  },
);

function addTo(total: RoundTrip, { lines, values, faults }: RoundTrip): void {
  total.lines += lines;
  total.values += values;
  total.faults.push(...faults);
}

function say(what: string, { lines, values, faults }: RoundTrip): void {
  console.log(
    `${what}: ${lines} printed lines, ${values} values, ${faults.length} faults`,
    faults.slice(0, 10),
  );
}

const filings = "Archives/edgar/data";

function packageFolders(): string[] {
  const root = join(sharedEdgar, filings);
  return readdirSync(root)
    .flatMap((cik) => readdirSync(join(root, cik)).map((name) => `${filings}/${cik}/${name}`))
    .filter((folder) => statSync(join(sharedEdgar, folder)).isDirectory());
}

/** The XBRL files of a folder that has a presentation and an instance. */
function filesIn(folder: string): Map<string, Buffer> {
  const names = readdirSync(join(sharedEdgar, folder)).map((name) => name.replace(/\.gz$/, ""));
  const isShown =
    names.some((name) => /_pre\.xml$/.test(name)) || names.some((name) => /\.xsd$/.test(name));
  const isFiled = names.some((name) => /_htm\.xml$|-\d{8}\.xml$/.test(name));
  if (!isShown || !isFiled) return new Map();
  return new Map(
    names
      .filter((name) => /\.(?:xml|xsd)$/.test(name))
      .map((name) => [name, readShared(`${folder}/${name}`)]),
  );
}
