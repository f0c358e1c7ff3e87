import { entry } from "../facts/entry.ts";
import { documentKinds } from "../http/kinds.ts";
import { createKindCheck, type NightlyKind, WrongArchiveError } from "./kind-check.ts";
import { type Zip, ZipChangedError, ZipError, type ZipItem, type ZipRecord } from "./zip.ts";

/** A nightly archive under its name for people. */
export interface NightlyArchive {
  zip: Zip;
  name: string;
}

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

/** What came of an entry. */
type Step = "taken" | "twice" | "not wanted" | "no document";

const documentName = /^CIK(\d{10})\.json$/;
const pageName = /^CIK(\d{10})-submissions-\d{3}\.json$/;

/**
 * Lists the companies of `companyfacts.zip`; `ciks` restricts them (null: all). Throws WrongArchiveError for an
 * archive of something else.
 */
export async function indexCompanyFacts(
  archive: NightlyArchive,
  ciks: ReadonlySet<string> | null,
  onRefused: OnRefused,
): Promise<NightlyIndex> {
  const index: NightlyIndex = { companies: new Map(), passedOver: 0 };
  await eachDocument({ ...archive, kind: "companyfacts", onRefused, index }, (item) => {
    const cik = documentName.exec(item.name)?.[1];
    if (cik === undefined) return "no document";
    if (ciks !== null && !ciks.has(cik)) return "not wanted";
    const company = companyOf(index, cik);
    if (company.facts) return "twice";
    company.facts = item;
    return "taken";
  });
  return index;
}

/**
 * Adds what `submissions.zip` holds of the wanted companies. Most of its million entries are people and funds
 * without financial statements: nothing of them is kept in memory. Throws WrongArchiveError as above.
 */
export async function addSubmissions(
  index: NightlyIndex,
  archive: NightlyArchive,
  ciks: ReadonlySet<string>,
  onRefused: OnRefused,
): Promise<void> {
  await eachDocument({ ...archive, kind: "submissions", onRefused, index }, (item) => {
    const main = documentName.exec(item.name)?.[1];
    const cik = main ?? pageName.exec(item.name)?.[1];
    if (cik === undefined) return "no document";
    if (!ciks.has(cik)) return "not wanted";
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

interface Listing extends NightlyArchive {
  kind: NightlyKind;
  onRefused: OnRefused;
  index: NightlyIndex;
}

/** A damaged directory ends the archive, and what was listed before is used. */
async function eachDocument(listing: Listing, take: (item: ZipItem) => Step): Promise<void> {
  const { zip, name: archive, kind, onRefused, index } = listing;
  const check = createKindCheck(archive, kind, (item) =>
    zip.read(item, documentKinds[kind].maxBytes),
  );
  let isWhole = true;
  try {
    for await (const record of zip.records()) {
      const item = usable(record, onRefused);
      if (item === null) continue;
      const step = take(item);
      if (step === "twice") onRefused(item.name, "is there twice: the first one counts");
      else if (step !== "taken") index.passedOver += 1;
      if (step !== "no document") await check.see(item, documentName.test(item.name));
    }
  } catch (error) {
    if (error instanceof ZipChangedError) throw new ZipChangedError(`${archive} ${error.message}`);
    if (!(error instanceof ZipError) || error instanceof WrongArchiveError) throw error;
    onRefused(archive, error.message);
    isWhole = false;
  }
  check.end(isWhole);
}

/** Null, and told, for an entry that nothing can be read of. */
function usable(record: ZipRecord, onRefused: OnRefused): ZipItem | null {
  const isItem = record.kind === "item";
  const name = isItem ? record.item.name : record.name;
  const fault = isItem ? faultOfName(name) : record.reason;
  if (fault !== null) onRefused(name, fault);
  return isItem && fault === null ? record.item : null;
}

/** The nightly archives are flat: a name with a folder, a drive or control characters is nobody's document. */
function faultOfName(name: string): string | null {
  if (/[\\/:]/.test(name)) return "has a path for a name";
  if (/^[\w-][\w.-]{0,99}$/.test(name)) return null;
  return "has a name that no document of the regulator has";
}

function companyOf({ companies }: NightlyIndex, cik: string): CompanyEntries {
  return entry(companies, cik, () => ({ facts: null, submissions: null, pages: [] }));
}
