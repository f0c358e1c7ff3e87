import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import JSZip from "jszip";
import { expect, test } from "vitest";
import { readReport } from "#ingest/builder/reports/read-report.ts";
import type { ReportDocument } from "#ingest/builder/reports/report-documents.ts";
import { openDataSetZip } from "#ingest/bulk/data-set-source.ts";
import { splitDataSet } from "#ingest/bulk/split-data-set.ts";
import { packageZip } from "#ingest/bulk/write-package.ts";
import { readDataSetReport } from "#ingest/faces/data-set/read-data-set-report.ts";
import { unpackReport } from "#ingest/faces/packed/unpack.ts";
import { emptyInstance, type RawInstance } from "#ingest/facts/xbrl/raw-instance.ts";
import { readInstance } from "#ingest/facts/xbrl/xbrl-reader.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
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
  async () => {
    const total: RoundTrip = { lines: 0, values: 0, faults: [] };
    for (const folder of packageFolders()) {
      const files = filesIn(folder);
      if (files.size === 0) continue;
      const one = checkPackage(await storedReport(folder, files), files);
      if (one.faults.length > 0)
        console.log(folder, one.faults.length, "of", one.lines, one.faults.slice(0, 4));
      addTo(total, one);
    }
    say("packages", total);
    expect(total.faults).toEqual([]);
  },
);

/** As the table of reports has it: its statements packed, from the package that is archived. */
async function storedReport(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<FiledReport> {
  const document = { ...packageDocument, accession: folder };
  const { reason, face } = await readReport(document, await packageZip(files));
  if (face === null) throw new Error(`${folder}: ${reason}`);
  return unpackReport(gunzipSync(face));
}

const packageDocument: ReportDocument = {
  url: "",
  digest: "",
  kind: "package",
  companyKey: null,
  accession: "",
  form: null,
  filed: null,
  origin: "file",
  sizeBytes: 0,
  fetchedAt: "",
  etag: null,
  lastModified: null,
  quarantinedReason: null,
  source: "regulator",
  via: null,
};

test.runIf(hasSharedEdgar)(
  "an inline document gives the facts of the instance that was extracted from it, and no others [FCE-06]",
  () => {
    const pairs = packageFolders().flatMap(pairIn);
    for (const [folder, instance, page] of pairs) {
      const [extracted, inline] = [instance, page].map((body) => readInstance(body, () => true));
      const facts = factTexts(extracted ?? emptyInstance());
      console.log(`${folder}: ${facts.length} facts`);
      expect(factTexts(inline ?? emptyInstance())).toEqual(facts);
    }
    expect(pairs.length).toBeGreaterThan(3);
  },
);

/** An instance that was extracted from the inline document beside it. */
function pairIn(folder: string): [string, Buffer, Buffer][] {
  const names = readdirSync(join(sharedEdgar, folder)).map((name) => name.replace(/\.gz$/, ""));
  return names
    .filter((name) => name.endsWith("_htm.xml") && names.includes(name.replace("_htm.xml", ".htm")))
    .map((name) => [
      folder,
      readShared(`${folder}/${name}`),
      readShared(`${folder}/${name.replace("_htm.xml", ".htm")}`),
    ]);
}

/** Each fact with its context and unit; numbers by their value, texts by their characters without markup. */
function factTexts({ facts, nils, contexts, units }: RawInstance): string[] {
  const place = (ref: string) => {
    const { identifier, start, end, dimensions } = contexts.get(ref) ?? {};
    return [identifier, start, end, dimensions].join(" ");
  };
  const told = facts.map(({ taxonomy, tag, contextRef, unitRef, decimals, text }) => {
    const value = unitRef === null ? charactersOf(text) : String(Number(text));
    const unit = unitRef === null ? "" : `${units.get(unitRef)} ${decimals}`;
    return `${taxonomy}:${tag} ${place(contextRef)} ${unit} ${value}`;
  });
  const nil = nils.map(
    ({ taxonomy, tag, contextRef }) => `${taxonomy}:${tag} ${place(contextRef)}`,
  );
  return [...told, ...nil].sort();
}

const charactersOf = (text: string) =>
  text
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:nbsp|#160);/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, "");

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
