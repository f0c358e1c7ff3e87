import { basename, resolve } from "node:path";
import { companyText } from "#schemas/company-key.ts";
import type { IngestContext } from "../context.ts";
import { coverTags, type DocumentCover, readCover } from "../facts/document-cover.ts";
import { accessionFromPath } from "../facts/document-kind.ts";
import { type FilingFiles, readFilingFacts } from "../facts/xbrl/filing-facts.ts";
import { coverTexts, identifierCik, namedCompanies } from "../facts/xbrl/xbrl-instance.ts";
import { findReport, listFilers } from "../store/filings.ts";
import { FileRefusedError, plainName, readFileBody } from "./file-body.ts";
import type { FilingGroup } from "./group-files.ts";
import { readPackageZip } from "./package-zip.ts";
import { type AboutFile, type RecordedFile, recordFile } from "./record-file.ts";
import { packageZip } from "./write-package.ts";

/** What is said of the files of a filing. */
interface Said {
  accession?: string | null;
  filed?: string | null;
}

/**
 * Archives a filing's own XBRL files as its package: a package as it is, single files together as one. The company is
 * the instance's; the filing is the one that is said, that the path or the package's name says, or the only one that
 * the company is known to have filed for the period on the cover. One that nobody names has no number.
 *
 * Throws FileRefusedError where the filing is another company's, and ParseError or ZipError for files that cannot be
 * read.
 */
export async function archiveFiling(
  group: FilingGroup,
  said: Said,
  context: IngestContext,
): Promise<RecordedFile> {
  const body = await bodyOf(group);
  const about = await identify(group.path, await readPackageZip(body), { said, context });
  context.boundary("file:identified");
  const name = group.kind === "zip" ? basename(group.path) : `${nameOf(group.path)}-xbrl.zip`;
  return recordFile(name, body, about, context);
}

/** "aapl-20230930" of its instance or its main document. */
const nameOf = (path: string) => plainName(basename(path)).replace(/(?:_htm)?\.\w+$/i, "");

async function bodyOf(group: FilingGroup): Promise<Buffer> {
  if (group.kind === "zip") return readFileBody(group.path);
  const files = new Map<string, Buffer>();
  for (const path of [...group.documents, ...group.parts]) {
    files.set(plainName(basename(path)), await readFileBody(path));
  }
  return packageZip(files);
}

async function identify(
  path: string,
  files: FilingFiles,
  { said, context }: { said: Said; context: IngestContext },
): Promise<AboutFile> {
  const { raw } = readFilingFacts(files, (tag) => coverTags.has(tag));
  const cover = readCover(coverTexts(raw));
  const ofInstance = cover.cik ?? identifierCik(raw);
  if (ofInstance === null) throw new FileRefusedError("the instance names no CIK");
  const accession =
    said.accession ??
    accessionFromPath(resolve(path)) ??
    (await findByCover(ofInstance, cover, context));
  const filers = accession === null ? [] : await listFilers(context.database.pool, accession);
  const named = new Set([ofInstance, ...namedCompanies(raw)]);
  const filer =
    filers.find(({ cik }) => cik === ofInstance) ?? filers.find(({ cik }) => named.has(cik));
  if (!filer && filers[0]) {
    const [owner, other] = [companyText(filers[0].cik), companyText(ofInstance)];
    throw new FileRefusedError(
      `${accession} is a filing of ${owner}, and the instance is of ${other}`,
    );
  }
  return {
    kind: "package",
    cik: filer?.cik ?? ofInstance,
    accession,
    form: filer?.form ?? null,
    filed: said.filed ?? filer?.filed ?? null,
    source: "regulator",
  };
}

async function findByCover(
  cik: string,
  { documentType, periodEndDate }: DocumentCover,
  { database }: IngestContext,
): Promise<string | null> {
  if (documentType === null || periodEndDate === null) return null;
  const filing = { cik, form: documentType, reportDate: periodEndDate };
  return findReport(database.pool, filing);
}
