import type { BuildTask } from "../build-pool.ts";
import type { BuiltReports } from "../built-company.ts";
import { type ReadReport, readReport } from "./read-report.ts";
import { readerVersion } from "./reader-version.ts";
import { reportDocuments } from "./report-documents.ts";

/** Reads the reports that the task asks for, one document in memory at a time. */
export async function readReports(
  { documents, unreadReports }: BuildTask,
  bodyOf: (digest: string) => Promise<Uint8Array>,
): Promise<BuiltReports> {
  const wanted = reportDocuments(documents);
  const unread = new Set(unreadReports);
  const read: ReadReport[] = [];
  for (const document of wanted) {
    if (!unread.has(document.accession)) continue;
    const { buffer, byteOffset, byteLength } = await bodyOf(document.digest);
    read.push(await readReport(document, Buffer.from(buffer, byteOffset, byteLength)));
  }
  return { accessions: wanted.map(({ accession }) => accession), read, readerVersion };
}
