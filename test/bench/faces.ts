import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import { packReport } from "#ingest/faces/packed/pack.ts";
import { unpackReport } from "#ingest/faces/packed/unpack.ts";
import { makeQuarter } from "./measure/made-quarter.ts";
import {
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  figure,
  median,
  round,
  table,
} from "./measure/report.ts";
import { inNewFolder, startProgram } from "./programs.ts";

/** Filings with XBRL of a period since 2009, as far as anyone counts them. */
const universe = 450_000;

async function run(options: BenchOptions): Promise<BenchReport> {
  const packages = await measurePackages(options);
  const quarter = await measureQuarter(options);
  return {
    findings: [...packages.findings, ...quarter],
    details: packages.details,
    remarks: [
      "The quarter is made up, with the number of filings and rows of today's and rows scattered as in the real tables.",
    ],
  };
}

interface Quarter {
  sizes: number[];
  readMilliseconds: number;
  seconds: number;
  megabytes: number;
}

async function measureQuarter({ isQuick, say }: BenchOptions): Promise<Finding[]> {
  const [filings, rows] = isQuick ? [300, 150_000] : [6_000, 3_000_000];
  say(`faces: a quarter of ${filings} filings and ${rows} rows`);
  const taken = await inNewFolder(async (folder) => {
    const tables = await makeQuarter(folder, filings, rows);
    const program = startProgram("face-quarter.ts", { TABLES: tables.join("\n") });
    return (await program.first) as Quarter;
  });
  const size = median(taken.sizes);
  return [
    atMost("a quarter of the data sets to packed reports", 300, taken.seconds, " s"),
    atMost("memory of that", 600, taken.megabytes, " MB"),
    atMost("a packed face of a data set, gzipped, median", 12, size / 1_000, " kB"),
    figure("a report of a slice, read and packed", `${round(taken.readMilliseconds / filings)} ms`),
    figure(
      `projected to ${universe} filings`,
      `${round((universe * taken.seconds) / filings / 3_600)} h, ${round((universe * size) / 1e9)} GB packed`,
    ),
  ];
}

/** CPU of this process: nothing else runs in it meanwhile. */
async function measurePackages({ folder, isQuick, say }: BenchOptions) {
  const packages = folder === null ? [] : await findPackages(folder);
  say(`faces: ${packages.length} packages`);
  const rows: string[][] = [];
  const [each, sizes, opened]: [number[], number[], number[]] = [[], [], []];
  for (const { name, files, bytes } of packages) {
    const known = { accession: name, cik: null, form: null };
    const rounds = Array.from({ length: isQuick ? 2 : 7 }, () =>
      cpu(() => readPackageReport(files, known)),
    );
    const taken = median(rounds);
    const packed = gzipSync(packReport(readPackageReport(files, known, { notes: false })));
    const text = Buffer.from(packReport(readPackageReport(files, known, { notes: false })));
    opened.push(median(Array.from({ length: 5 }, () => cpu(() => unpackReport(text)))));
    each.push((taken * 5e6) / bytes);
    sizes.push(packed.length);
    rows.push([name, round(bytes / 1e6), round(taken), round(packed.length / 1_000)]);
  }
  if (packages.length === 0) return { findings: [], details: [] };
  const head = ["package", "MB of its files", "ms CPU", "kB packed face"];
  return {
    findings: [
      atMost("a package with all notes, per 5 MB of its files, median", 150, median(each), " ms"),
      atMost("a packed face of a package, gzipped, median", 12, median(sizes) / 1_000, " kB"),
      atMost("unpacking a face, median", 5, median(opened), " ms"),
    ],
    details: [{ title: "Packages", table: table(head, rows) }],
  };
}

function cpu(work: () => unknown): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

interface Package {
  name: string;
  files: Map<string, Buffer>;
  bytes: number;
}

/** Filings of the folder with a schema, a presentation and an instance. */
async function findPackages(folder: string): Promise<Package[]> {
  const data = join(folder, "Archives", "edgar", "data");
  const paths = await readdir(data, { recursive: true });
  const packages: Package[] = [];
  for (const schema of paths.filter((path) => /\.xsd(?:\.gz)?$/.test(path)).sort()) {
    const place = join(data, schema, "..");
    const names = (await readdir(place)).filter((name) => /\.(?:xml|xsd)(?:\.gz)?$/.test(name));
    const isFiled = names.some((name) => /(?:_htm|-\d{8})\.xml(?:\.gz)?$/.test(name));
    if (!isFiled) continue;
    const files = new Map<string, Buffer>();
    for (const name of names)
      files.set(name.replace(/\.gz$/, ""), await readPacked(join(place, name)));
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    packages.push({ name: schema.replace(/\.xsd.*$/, ""), files, bytes });
  }
  return packages;
}

async function readPacked(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

export const facesBench: Bench = {
  name: "faces",
  what: "statements as filed: packages, a quarter of the data sets, packed size",
  run,
};
