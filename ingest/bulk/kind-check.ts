import { sniffDocument } from "../facts/document-kind.ts";
import { ZipChangedError, ZipError, type ZipItem } from "./zip.ts";

export type NightlyKind = "companyfacts" | "submissions";

/** The archive is whole and of something else than it is given for: nothing of it is used. */
export class WrongArchiveError extends ZipError {
  override name = "WrongArchiveError";
}

const words: Record<NightlyKind, string> = {
  companyfacts: "company facts",
  submissions: "filing indexes",
};

const looked = 3;

/**
 * Looks into the first documents of an archive: under the same names stand company facts in one nightly archive
 * and filing indexes in the other. Throws WrongArchiveError for the other one, and at the end for an archive
 * without any document.
 */
export function createKindCheck(
  archive: string,
  wanted: NightlyKind,
  read: (item: ZipItem) => Promise<Buffer>,
) {
  const other: NightlyKind = wanted === "companyfacts" ? "submissions" : "companyfacts";
  const found: (string | null)[] = [];
  let documents = 0;

  function judge(): void {
    if (found.includes(wanted) || !found.includes(other)) return;
    throw new WrongArchiveError(
      `${archive} holds ${words[other]}, not ${words[wanted]}: --bulk takes companyfacts.zip, and --submissions submissions.zip`,
    );
  }
  return {
    /** Each document in turn; `isMain` where its name is that of the wanted kind. */
    async see(item: ZipItem, isMain: boolean): Promise<void> {
      documents += 1;
      if (!isMain || found.length >= looked) return;
      found.push(await kindOf(item, read));
      if (found.length === looked) judge();
    },
    end(isWhole: boolean): void {
      judge();
      if (documents > 0 || !isWhole) return;
      throw new WrongArchiveError(
        `${archive}: no CIK##########.json in it; quarters of the data sets go by --file`,
      );
    },
  };
}

/** Null for an entry that cannot be read, which is told when its turn comes. */
async function kindOf(
  item: ZipItem,
  read: (item: ZipItem) => Promise<Buffer>,
): Promise<string | null> {
  try {
    return sniffDocument(await read(item));
  } catch (error) {
    if (!(error instanceof ZipError) || error instanceof ZipChangedError) throw error;
    return null;
  }
}
