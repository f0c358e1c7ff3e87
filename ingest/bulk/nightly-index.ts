import { entry } from "../facts/entry.ts";
import { type Zip, ZipError, type ZipItem } from "./zip.ts";

/** Where the documents of one company stand in the nightly archives. */
export interface CompanyEntries {
  facts: ZipItem | null;
  submissions: ZipItem | null;
  /** Older pages of the filing index, by name. */
  pages: ZipItem[];
}

export interface NightlyIndex {
  /** By ten-digit CIK. */
  companies: Map<string, CompanyEntries>;
  /** Entries that are of no company that is wanted, or no document at all. */
  passedOver: number;
}

/** Told of each entry that cannot be taken. */
export type OnRefused = (name: string, reason: string) => void;

const documentName = /^CIK(\d{10})\.json$/;
const pageName = /^CIK(\d{10})-submissions-\d{3}\.json$/;

/** Lists the companies of `companyfacts.zip`; `ciks` restricts them (null: all). */
export async function indexCompanyFacts(
  zip: Zip,
  ciks: ReadonlySet<string> | null,
  onRefused: OnRefused,
): Promise<NightlyIndex> {
  const index: NightlyIndex = { companies: new Map(), passedOver: 0 };
  await eachDocument(zip, onRefused, index, (item) => {
    const cik = documentName.exec(item.name)?.[1];
    if (cik === undefined || (ciks !== null && !ciks.has(cik))) return "not wanted";
    const company = companyOf(index, cik);
    if (company.facts) return "twice";
    company.facts = item;
    return "taken";
  });
  return index;
}

/**
 * Adds what `submissions.zip` holds of the wanted companies. Most of its million entries are people and funds
 * without financial statements: nothing of them is kept in memory.
 */
export async function addSubmissions(
  index: NightlyIndex,
  zip: Zip,
  ciks: ReadonlySet<string>,
  onRefused: OnRefused,
): Promise<void> {
  await eachDocument(zip, onRefused, index, (item) => {
    const main = documentName.exec(item.name)?.[1];
    const cik = main ?? pageName.exec(item.name)?.[1];
    if (cik === undefined || !ciks.has(cik)) return "not wanted";
    const company = companyOf(index, cik);
    if (main === undefined) {
      if (company.pages.some(({ name }) => name === item.name)) return "twice";
      company.pages.push(item);
      return "taken";
    }
    if (company.submissions) return "twice";
    company.submissions = item;
    return "taken";
  });
}

/** A damaged directory ends the archive, and what was listed before is used. */
async function eachDocument(
  zip: Zip,
  onRefused: OnRefused,
  index: NightlyIndex,
  take: (item: ZipItem) => "taken" | "twice" | "not wanted",
): Promise<void> {
  try {
    for await (const record of zip.records()) {
      if (record.kind === "refused") {
        onRefused(record.name, record.reason);
        continue;
      }
      const { item } = record;
      const outcome = isPlainName(item.name) ? take(item) : "path";
      if (outcome === "not wanted") index.passedOver += 1;
      if (outcome === "twice") onRefused(item.name, "is there twice: the first one counts");
      if (outcome === "path") onRefused(item.name, "has a path for a name");
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    onRefused("the archive", error.message);
  }
}

/** The nightly archives are flat: a name with a folder, a drive or control characters is nobody's document. */
function isPlainName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name) && !name.startsWith(".");
}

function companyOf({ companies }: NightlyIndex, cik: string): CompanyEntries {
  return entry(companies, cik, () => ({ facts: null, submissions: null, pages: [] }));
}
