import type { Db } from "#schemas/database/db.ts";
import { foldSkill, skillIdOf } from "#schemas/shapes/platform/skill-key.ts";
import { roleSkills, setSkills } from "../roles/role-skills.ts";
import type { Term } from "./queries.ts";
import * as queries from "./queries.ts";
import { resolveSkills, storeVocabulary } from "./terms.ts";

/** A row of a skills file, in the columns that ESCO publishes. */
export interface SkillRow {
  conceptUri: string;
  preferredLabel: string;
  /** Separated by line breaks. */
  altLabels: string;
}

export interface ImportReport {
  /** New skills. */
  added: number;
  /** Rows whose skill was known. Their new spellings became its aliases. */
  merged: number;
  /** New spellings of skills. */
  aliases: number;
  /** One sentence for each row or spelling that was left out, in the order of the file. */
  refused: string[];
}

const charsMax = 200;
const isWeb = (uri: string) => /^https?:\/\//.test(URL.parse(uri)?.href ?? "");

/** "Python (computer programming)" without the part in brackets. */
function unqualified(label: string): string {
  const start = label.lastIndexOf("(");
  return start > 0 && label.endsWith(")") ? label.slice(0, start).trim() : label;
}

/**
 * Adds skills and their spellings to the vocabulary, all or none. A spelling keeps the skill that it has. Skills that
 * people and roles have as free text get the meaning that their spelling has now.
 */
export function importSkills(database: Db, rows: readonly SkillRow[]): Promise<ImportReport> {
  return database.transaction(async (db) => {
    await storeVocabulary(db);
    await queries.lockTerms(db);
    const keys = rows.flatMap((row) => labelsOf(row).map(foldSkill));
    const owners = new Map<string, Skill>();
    for (let at = 0; at < keys.length; at += 10_000) {
      for (const [key, term] of await queries.findTerms(db, keys.slice(at, at + 10_000)))
        owners.set(key, term);
    }
    const report: ImportReport = { added: 0, merged: 0, aliases: 0, refused: [] };
    const index: SkillIndex = { owners, names: namesOf(rows, owners) };
    const terms = rows.flatMap((row, at) => [...termsOf(row, at + 2, index, report)]);
    await queries.storeTerms(db, terms);
    await rejoin(db);
    return report;
  });
}

const labelsOf = ({ preferredLabel, altLabels }: SkillRow): string[] =>
  [preferredLabel, unqualified(preferredLabel), ...altLabels.split(/[\r\n]+/)].map((one) =>
    one.trim(),
  );

type Skill = Pick<Term, "skillId" | "name">;

interface SkillIndex {
  /** By folded spelling. */
  owners: Map<string, Skill>;
  /** The skills of the preferred labels. No other row of the file can take such a label as an alias. */
  names: ReadonlyMap<string, Skill>;
}

const skillOf = (name: string, owners: ReadonlyMap<string, Skill>): Skill | undefined =>
  owners.get(foldSkill(name)) ?? owners.get(foldSkill(unqualified(name)));

function namesOf(rows: readonly SkillRow[], owners: ReadonlyMap<string, Skill>) {
  const names = new Map<string, Skill>();
  for (const row of rows) {
    const name = row.preferredLabel.normalize("NFC").trim();
    const key = foldSkill(name);
    if (problemOf(row, key) !== null || owners.has(key) || names.has(key)) continue;
    names.set(key, skillOf(name, owners) ?? { skillId: skillIdOf(key), name });
  }
  return names;
}

/** The new terms of a row. Adds them to `owners`. */
function* termsOf(
  row: SkillRow,
  line: number,
  { owners, names }: SkillIndex,
  report: ImportReport,
): Iterable<Term> {
  const name = row.preferredLabel.normalize("NFC").trim();
  const key = foldSkill(name);
  const problem = problemOf(row, key);
  if (problem !== null) {
    report.refused.push(`line ${line}: ${problem}`);
    return;
  }
  const namedSkill = skillOf(name, owners);
  const skill = namedSkill ?? { skillId: skillIdOf(key), name };
  report[namedSkill === undefined ? "added" : "merged"] += 1;
  for (const label of new Set(labelsOf(row))) {
    const alias = foldSkill(label);
    if (alias === "" || label.length > charsMax) continue;
    const owner = owners.get(alias) ?? names.get(alias) ?? skill;
    if (owner.skillId !== skill.skillId) report.refused.push(taken(line, label, name, owner));
    else if (!owners.has(alias)) {
      owners.set(alias, skill);
      const isName = alias === foldSkill(skill.name);
      report.aliases += isName ? 0 : 1;
      const { skillId, name: shown } = skill;
      yield { key: alias, skillId, name: shown, isName, source: "imported", uri: row.conceptUri };
    }
  }
}

const taken = (line: number, label: string, name: string, owner: Pick<Term, "name">) =>
  `line ${line}: "${label}" of "${name}" already means "${owner.name}"`;

function problemOf({ conceptUri, preferredLabel }: SkillRow, key: string): string | null {
  if (!isWeb(conceptUri)) return "conceptUri is not a web address";
  if (preferredLabel.length > charsMax)
    return `preferredLabel has more than ${charsMax} characters`;
  return key === "" ? "preferredLabel has no letter or digit" : null;
}

/** Gives the free-text skills of people and roles the skill that their spelling now means. */
async function rejoin(db: Db): Promise<void> {
  await queries.lockHolders(db);
  const free = await queries.listFreeSkills(db);
  const terms = await queries.findTerms(
    db,
    free.map(({ name }) => foldSkill(name)),
  );
  const old = free.filter(({ name }) => terms.has(foldSkill(name))).map(({ skillId }) => skillId);
  const { userIds, roleIds } = await queries.listHolders(db, old);
  for (const userId of userIds) {
    const skills = await resolveSkills(db, await queries.listPersonSkills(db, userId));
    const rows = skills.map(({ id: skillId, name, level, isDiscoverable }, position) => ({
      userId,
      skillId,
      name,
      level,
      position,
      isDiscoverable,
    }));
    await queries.replacePersonSkills(db, userId, rows);
  }
  for (const roleId of roleIds) await setSkills(db, roleId, await roleSkills(db, roleId));
}
