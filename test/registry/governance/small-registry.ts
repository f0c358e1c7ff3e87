import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { frozenText, type Workspace } from "#registry/governance/frozen.ts";
import { readRelease } from "#registry/governance/releases.ts";
import { whenDone } from "../../helpers/when-done.ts";

type Entry = Record<string, unknown>;

const files = {
  "income-statement": "income_statement",
  "balance-sheet": "balance_sheet",
  "cash-flow": "cash_flow_statement",
  "company-facts": "company_facts",
};

/** The registry as it stood with release 1.0.0, in a folder that a test may change and release; removed after the test or the file. */
export function copyOfRegistry() {
  const root = mkdtempSync(join(tmpdir(), "registry-"));
  whenDone(() => rmSync(root, { recursive: true, force: true }));
  const source = join(import.meta.dirname, "../../..");
  for (const folder of ["registry/releases", "registry/concepts", "sfrs"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  const { concepts } = readRelease("1.0.0");
  for (const [file, statement] of Object.entries(files)) {
    const own = concepts.filter((concept) => concept.statement === statement);
    writeFileSync(join(root, `registry/concepts/${file}.json`), JSON.stringify(own));
    cpSync(
      join(source, `schemas/sfrs/${statement}/1.0.0.json`),
      join(root, `sfrs/${statement}/1.0.0.json`),
    );
  }
  const all = JSON.parse(readFileSync(join(source, "schemas/sfrs/digests.json"), "utf8")) as Entry;
  const first = Object.entries(all).filter(([name]) => name.endsWith("/1.0.0"));
  const digests = first.map(([name, digest]) => [name, { ...(digest as Entry), isActive: true }]);
  writeFileSync(join(root, "sfrs/digests.json"), JSON.stringify(Object.fromEntries(digests)));
  for (const name of ["releases/1.0.0.json", "tags-seen.json"]) {
    cpSync(join(source, "registry", name), join(root, "registry", name));
  }
  writeFileSync(join(root, "registry/CHANGES.md"), "# Changes\n\n## 1.0.0\n\nThe first.\n");
  const versions = { registryVersion: "1.0.0", standardVersion: "1.0.0" };
  writeFileSync(join(root, "registry/version.json"), JSON.stringify(versions));
  const folders: Workspace = {
    registry: pathToFileURL(`${join(root, "registry")}/`),
    schemas: pathToFileURL(`${join(root, "sfrs")}/`),
  };
  const path = (name: string) => join(root, "registry", name);
  writeFileSync(path("releases/digests.json"), frozenText(folders));
  return {
    folders,
    read: (name: string) => readFileSync(path(name), "utf8"),
    write: (name: string, text: string) => writeFileSync(path(name), text),
    /** The file of a runtime schema, or their digests. */
    schemaPath: (name: string) => join(root, "sfrs", name),
    path,
    /** Changes the entries of one concept file. */
    edit(file: string, change: (entries: Entry[]) => Entry[] | undefined) {
      const name = `concepts/${file}.json`;
      const entries = JSON.parse(readFileSync(path(name), "utf8")) as Entry[];
      writeFileSync(path(name), JSON.stringify(change(entries) ?? entries));
    },
    /** Puts lines under "## Unreleased" of CHANGES.md. */
    explain(text: string) {
      const changes = readFileSync(path("CHANGES.md"), "utf8");
      writeFileSync(
        path("CHANGES.md"),
        changes.replace("\n## ", `\n## Unreleased\n\n${text}\n\n## `),
      );
    },
    /** Records that filings of these years carry the tag. */
    see(tag: string, years: [number, number]) {
      const seen = JSON.parse(readFileSync(path("tags-seen.json"), "utf8")) as Entry;
      writeFileSync(path("tags-seen.json"), JSON.stringify({ ...seen, [tag]: years }));
    },
  };
}

/** The entry of a concept; throws when the file has none. */
export function entryOf(entries: Entry[], snakeKey: string): Entry & { mappings: Entry[] } {
  const found = entries.find((entry) => entry.snakeKey === snakeKey);
  if (!found) throw new Error(`no ${snakeKey}`);
  return found as Entry & { mappings: Entry[] };
}

export const mappingTo = (xbrlConcept: string): Entry => ({
  taxonomy: "us-gaap",
  version: "2023-2026",
  xbrlConcept,
});
