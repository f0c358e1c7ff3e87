import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { z } from "zod";
import { foldSkill, skillIdOf } from "#schemas/shapes/platform/skill-key.ts";
import { parseJson } from "../current/parse-json.ts";
import { readText } from "../current/read-text.ts";

const entry = z.strictObject({
  name: z.string().min(1).max(100),
  aliases: z.array(z.string().min(1).max(100)),
});

/** A skill of the built-in vocabulary: the name that is shown, and its other spellings. */
export type SkillEntry = z.infer<typeof entry>;

/** One spelling in folded form, with the skill that it means. */
export interface SkillSpelling {
  key: string;
  skillId: string;
  name: string;
  isName: boolean;
}

const here = new URL("./", import.meta.url);

/**
 * All entries of `registry/skills/*.json`. Reads the disk at every call. Throws an error naming the file that is not
 * valid.
 */
export function readSkills(): SkillEntry[] {
  return readdirSync(here)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => {
      const parsed = z.array(entry).safeParse(parseJson(readText(here, name), name));
      if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    });
}

/** One sentence for each spelling that is empty in folded form or that occurs twice, in one skill or in two. */
export function skillProblems(entries: readonly SkillEntry[]): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const { name, aliases } of entries) {
    for (const spelling of [name, ...aliases]) {
      const key = foldSkill(spelling);
      const owner = owners.get(key);
      if (key === "") problems.push(`${name}: "${spelling}" has no letter or digit.`);
      if (owner === name) problems.push(`${name}: "${spelling}" occurs twice in folded form.`);
      else if (owner) problems.push(`${name}: "${spelling}" already belongs to ${owner}.`);
      owners.set(key, owner ?? name);
    }
  }
  return problems;
}

/** The spellings of the vocabulary in a fixed order, with their digest. Throws when a rule is broken. */
export function loadSkills(): { digest: string; spellings: SkillSpelling[] } {
  const entries = readSkills();
  const problems = skillProblems(entries);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const spellings = entries.flatMap(spellingsOf).sort((a, b) => (a.key < b.key ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(spellings)).digest("hex");
  return { digest, spellings };
}

/** The spellings of one skill; those that fold to its name are left out. */
function spellingsOf({ name, aliases }: SkillEntry): SkillSpelling[] {
  const key = foldSkill(name);
  const skillId = skillIdOf(key);
  const others = new Set(aliases.map(foldSkill).filter((alias) => alias !== key && alias !== ""));
  return [
    { key, skillId, name, isName: true },
    ...[...others].map((alias) => ({ key: alias, skillId, name, isName: false })),
  ];
}
