import { join } from "node:path";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { ExtractedCompany } from "../extracted-company.ts";
import { type Builds, buildsPath, describeFile, type Manifest, readJson } from "../manifest.ts";
import { listPartFiles, type PartFile, partOf } from "../parts.ts";
import { extractForm } from "../tables.ts";

/** What is to be done for one part of the companies. */
export interface PlannedPart {
  part: number;
  /** Companies whose rows are to be made anew. */
  changed: ExtractedCompany[];
  /** Companies whose rows stand in the files before as they should be. */
  keptCiks: string[];
  /** Where the files before stand. */
  from: string;
  before: PartFile[];
  /** The files before are those of the new extract. */
  isSame: boolean;
  /** What the part will be of. */
  builds: Builds;
}

/**
 * Which companies of each part are to be read again: those whose build is another than in the extract before, and
 * all of a part whose files before are not what was written.
 */
export async function planParts(
  out: string,
  setup: {
    companies: readonly ExtractedCompany[];
    parts: number;
    old: Manifest | null;
    registry: Registry;
  },
): Promise<PlannedPart[]> {
  const { companies, parts, old, registry } = setup;
  const isOf = old?.form === extractForm && old.registrySha256 === registry.registrySha256;
  const base = old && isOf && old.parts === parts ? old : null;
  const from = base ? join(out, base.folder) : out;
  const stored = base && (await readJson<{ parts: Builds[] }>(join(from, buildsPath)));
  const byPart = Map.groupBy(companies, ({ cik }) => partOf(cik, parts));
  const planned: PlannedPart[] = [];
  for (let part = 0; part < parts; part += 1) {
    const own = byPart.get(part) ?? [];
    const listed = base && stored ? listPartFiles(base, part) : [];
    const isSound = await isAsWritten(from, listed);
    const builds = (isSound && stored?.parts[part]) || {};
    planned.push({ part, from, before: isSound ? listed : [], ...compare(own, builds) });
  }
  return planned;
}

function compare(
  companies: readonly ExtractedCompany[],
  before: Builds,
): Pick<PlannedPart, "changed" | "keptCiks" | "isSame" | "builds"> {
  const changed = companies.filter(({ cik, state }) => before[cik] !== state);
  const keptCiks = companies.flatMap(({ cik, state }) => (before[cik] === state ? [cik] : []));
  return {
    changed,
    keptCiks,
    isSame: changed.length === 0 && keptCiks.length === Object.keys(before).length,
    builds: Object.fromEntries(companies.map(({ cik, state }) => [cik, state])),
  };
}

/** Whether the files are still the bytes that were written: what is taken over must be. */
async function isAsWritten(from: string, files: readonly PartFile[]): Promise<boolean> {
  for (const { file } of files) {
    const description = await describeFile(from, file.path, file.rows).catch(() => null);
    if (description?.sha256 !== file.sha256) return false;
  }
  return true;
}
