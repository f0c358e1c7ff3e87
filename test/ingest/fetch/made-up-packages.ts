import { packageZip } from "#ingest/bulk/write-package.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { apple } from "../../helpers/pipeline.ts";
import { filing } from "../faces/made-up-filing.ts";
import { context, member } from "../faces/package-files.ts";

/** The sample's newest periodic reports of Apple, the newest first. */
export async function appleReports(count: number): Promise<string[]> {
  const { filings } = await readFigures(apple);
  return filings
    .filter(({ form }) => /^10-[KQ]$/.test(form))
    .slice(0, count)
    .map(({ accessionNumber }) => accessionNumber);
}

const toolsAxis = (name: string) => member("us-gaap:ProductAxis", `one:${name}`);

const contexts = [
  context("y24", "2024-01-01/2024-12-31", "", apple),
  context("y23", "2023-01-01/2023-12-31", "", apple),
  context("i24", "2024-12-31", "", apple),
  context("i23", "2023-12-31", "", apple),
  context("p24", "2024-01-01/2024-12-31", toolsAxis("ToolsMember"), apple),
  context("q24", "2024-01-01/2024-12-31", toolsAxis("OtherMember"), apple),
];

/** The files of a made-up filing, as if Apple had filed it. */
export const appleFiles = () => filing({ contexts });

export const applePackage = () => packageZip(appleFiles());

/** What a regulator has that keeps that filing under each of these numbers: zipped, or as single files. */
export async function filedAs(accessions: readonly string[], { isZipped = true } = {}) {
  const zip = isZipped ? await applePackage() : null;
  return new Map(accessions.map((one) => [one, { files: appleFiles(), package: zip }]));
}
