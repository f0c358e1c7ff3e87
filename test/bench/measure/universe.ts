import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { deflateRawSync, gunzipSync } from "node:zlib";
import { zipDirectory, zipRecords } from "../../helpers/companies/make-zip.ts";
import { listWholeCompanies } from "./edgar-folder.ts";

/** A night's archives of made-up companies. */
export interface Universe {
  companyFacts: string;
  submissions: string;
  /** Bytes of all documents, unpacked. */
  unpackedBytes: number;
}

interface Original {
  facts: string;
  /** The same as it was some months earlier. */
  earlierFacts: string;
  submissions: string | null;
}

export interface UniverseOptions {
  /** The folder of real companies that are copied in turn. */
  edgar: string;
  /** Where the archives go. */
  folder: string;
  count: number;
  /** Whether the copy with this number holds everything, or what was filed some months earlier. */
  isNew: (copy: number) => boolean;
}

/**
 * `companyfacts.zip` and `submissions.zip` of `count` companies: real documents, renumbered and renamed copy by copy,
 * so that every company, filing and ticker is another one and every figure is as it was filed.
 */
export async function makeUniverse(options: UniverseOptions): Promise<Universe> {
  const originals = await readOriginals(options.edgar);
  const companyFacts = join(options.folder, "companyfacts.zip");
  const submissions = join(options.folder, "submissions.zip");
  let unpackedBytes = 0;
  const copies = function* (text: (original: Original, copy: number) => string | null) {
    for (let copy = 0; copy < options.count; copy += 1) {
      const original = originals[copy % originals.length];
      const body = original && text(original, copy);
      if (body == null) continue;
      const renamed = renumber(body, copy);
      unpackedBytes += renamed.length;
      yield { name: `CIK${cikOf(copy)}.json`, body: renamed };
    }
  };
  const facts = copies((original, copy) =>
    options.isNew(copy) ? original.facts : original.earlierFacts,
  );
  await writeZip(companyFacts, facts);
  await writeZip(
    submissions,
    copies((original) => original.submissions),
  );
  return { companyFacts, submissions, unpackedBytes };
}

async function readOriginals(edgar: string): Promise<Original[]> {
  const companies = await listWholeCompanies(edgar);
  return Promise.all(
    companies.map(async ({ cik }) => {
      const name = `CIK${cik}.json`;
      const facts = await readText(join(edgar, "api", "xbrl", "companyfacts", name));
      if (facts === null) throw new Error(`${name} went away`);
      const submissions = await readText(join(edgar, "submissions", name));
      return { facts, earlierFacts: withoutNewest(facts), submissions };
    }),
  );
}

/** A document as EDGAR's folder has it, packed or not; null when it is not there. */
async function readText(path: string): Promise<string | null> {
  for (const [name, unpack] of [
    [path, (bytes: Buffer) => bytes],
    [`${path}.gz`, gunzipSync],
  ] as const) {
    try {
      return unpack(await readFile(name)).toString("utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return null;
}

const months = 200;

/** The facts without those of the last filings: what the document said before them. */
function withoutNewest(text: string): string {
  const document = JSON.parse(text) as {
    facts: Record<string, Record<string, { units: Record<string, { filed: string }[]> }>>;
  };
  const units = Object.values(document.facts).flatMap((tags) =>
    Object.values(tags).map((tag) => tag.units),
  );
  const dates = units.flatMap((unit) =>
    Object.values(unit).flatMap((facts) => facts.map((f) => f.filed)),
  );
  const newest = dates.reduce((a, b) => (a > b ? a : b), "");
  const before = new Date(Date.parse(newest) - months * 86_400_000).toISOString().slice(0, 10);
  for (const unit of units) {
    for (const [name, facts] of Object.entries(unit)) {
      unit[name] = facts.filter(({ filed }) => filed <= before);
    }
  }
  return JSON.stringify(document);
}

/** Numbers that no real company has. */
function cikOf(copy: number): string {
  return String(5_000_000_000 + copy);
}

function renumber(text: string, copy: number): string {
  const cik = cikOf(copy);
  return text
    .replace(/"cik":\s*(?:"\d+"|\d+)/, `"cik":"${cik}"`)
    .replace(/"(entityName|name)":\s*"([^"]*)"/, (_, key, name) => `"${key}":"${name} ${copy}"`)
    .replace(/"tickers":\s*\[[^\]]*\]/, `"tickers":["T${copy}"]`)
    .replace(/"exchanges":\s*\[[^\]]*\]/, `"exchanges":["NYSE"]`)
    .replace(/"(\d{10})-(\d\d-\d{6})"/g, (_, filer: string, rest: string) => {
      const other = (Number(filer) + copy * 10_000_019) % 10 ** 10;
      return `"${String(other).padStart(10, "0")}-${rest}"`;
    });
}

async function writeZip(
  path: string,
  entries: Iterable<{ name: string; body: string }>,
): Promise<void> {
  const file = createWriteStream(path);
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.body, { level: 1 });
    const { local, central } = zipRecords({ ...entry, packed }, offset);
    directory.push(central);
    offset += local.length;
    if (!file.write(local)) await new Promise((resolve) => file.once("drain", resolve));
  }
  file.end(zipDirectory(directory, offset));
  await finished(file);
}
