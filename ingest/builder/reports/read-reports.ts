import { gunzipSync } from "node:zlib";
import type { DatedReport } from "../../faces/evidence/with-faces.ts";
import { unpackReport } from "../../faces/packed/unpack.ts";
import { compareText } from "../../store/documents.ts";
import type { BuildTask } from "../build-pool.ts";
import type { BuiltReports } from "../built-company.ts";
import { type ReadReport, readReport } from "./read-report.ts";
import { readerVersion } from "./reader-version.ts";
import { reportDocuments } from "./report-documents.ts";

/** Reads the reports that the task asks for, one document in memory at a time. */
export async function readReports(
  { documents, unreadReports }: Pick<BuildTask, "documents" | "unreadReports">,
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

/** The reports that can be read, with the day of each, in order of accession. */
export function datedReports(
  packed: readonly { accession: string; filed: string | null; face: Uint8Array | null }[],
): DatedReport[] {
  const inOrder = [...packed].sort((a, b) => compareText(a.accession, b.accession));
  return inOrder.flatMap(({ face, filed }) =>
    face === null ? [] : [{ report: unpackReport(gunzipSync(face)), filed }],
  );
}

/** What the stored reports are read from and by which reader; empty without any. Equal versions are equal reports. */
export function reportVersions(documents: BuildTask["documents"]): string[] {
  const wanted = reportDocuments(documents);
  if (wanted.length === 0) return [];
  return [readerVersion, ...wanted.map(({ accession, digest }) => `${accession} ${digest}`)];
}
