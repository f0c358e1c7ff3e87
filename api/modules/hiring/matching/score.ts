import type { Importance, SkillLevel } from "#schemas/shapes/platform/hiring.ts";

/** The weight of a skill by its importance. At any levels a missing required skill costs more than a preferred one. */
export const weights: Readonly<Record<Importance, number>> = {
  required: 3,
  preferred: 2,
  nice_to_have: 1,
};

/** The part of a skill that a person has, in percent, by the level; null is a level that was not given. */
export const levelPercents: Readonly<Record<SkillLevel, number>> = {
  beginner: 70,
  intermediate: 85,
  advanced: 100,
  expert: 100,
};
export const percentWithoutLevel = 85;

export interface WantedSkill {
  id: string;
  name: string;
  importance: Importance;
}

export interface HeldSkill {
  id: string;
  level: SkillLevel | null;
}

/** Which skills count beside required ones. */
export interface Counting {
  includePreferred: boolean;
  includeNiceToHave: boolean;
}

export const usualCounting: Counting = { includePreferred: true, includeNiceToHave: false };

export interface Match {
  /** 0 to 1, four decimals; null when the role asks for no skill that counts. */
  score: number | null;
  matchedSkills: (WantedSkill & { level: SkillLevel | null })[];
  missingSkills: WantedSkill[];
  /** The score in words. */
  explanation: string;
}

/** The importances that count. */
export const countedImportances = ({ includePreferred, includeNiceToHave }: Counting) =>
  (["required", "preferred", "nice_to_have"] as const).filter(
    (one) =>
      one === "required" ||
      (one === "preferred" && includePreferred) ||
      (one === "nice_to_have" && includeNiceToHave),
  );

export const percentOf = (level: SkillLevel | null) =>
  level === null ? percentWithoutLevel : levelPercents[level];

/**
 * How well the skills of a person fit those of a role: the weighted part of the wanted skills that the person has.
 * Order and repeats change nothing, and nothing about the person but the skills enters it. Of a repeated skill the
 * highest importance and the highest level count.
 */
export function matchSkills(
  wanted: readonly WantedSkill[],
  held: readonly HeldSkill[],
  counting: Counting = usualCounting,
): Match {
  const counted = countedImportances(counting);
  const skills = unique(wanted).filter(({ importance }) => counted.includes(importance));
  const levels = levelsOf(held);
  const matchedSkills = skills.flatMap((skill) => {
    const level = levels.get(skill.id);
    return level === undefined ? [] : [{ ...skill, level }];
  });
  const missingSkills = skills.filter(({ id }) => !levels.has(id));
  const total = weightOf(skills);
  const earned = sum(
    matchedSkills.map(({ importance, level }) => weights[importance] * percentOf(level)),
  );
  const score = total === 0 ? null : Math.round((earned * 100) / total) / 10_000;
  return {
    score,
    matchedSkills,
    missingSkills,
    explanation: explain(matchedSkills, missingSkills),
  };
}

/** The sum of the weights of skills. */
export const weightOf = (skills: readonly Pick<WantedSkill, "importance">[]): number =>
  sum(skills.map(({ importance }) => weights[importance]));

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Each skill once, required ones first, then by name. */
function unique(wanted: readonly WantedSkill[]): WantedSkill[] {
  const best = new Map<string, WantedSkill>();
  for (const skill of wanted) {
    const strongest = best.get(skill.id);
    const isBetter =
      strongest === undefined || weights[skill.importance] > weights[strongest.importance];
    if (isBetter) best.set(skill.id, skill);
  }
  return [...best.values()].sort(
    (a, b) =>
      weights[b.importance] - weights[a.importance] ||
      compare(a.name, b.name) ||
      compare(a.id, b.id),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function levelsOf(held: readonly HeldSkill[]): Map<string, SkillLevel | null> {
  const levels = new Map<string, SkillLevel | null>();
  for (const { id, level } of held) {
    const levelSoFar = levels.get(id);
    if (levelSoFar === undefined || percentOf(level) > percentOf(levelSoFar)) levels.set(id, level);
  }
  return levels;
}

const importanceNames: Readonly<Record<Importance, string>> = {
  required: "required",
  preferred: "preferred",
  nice_to_have: "nice-to-have",
};

/** "2 of 3 required skills (Python, SQL). 0 of 1 preferred skills. Missing: Go (required), Kafka (preferred)." */
function explain(matched: readonly WantedSkill[], missing: readonly WantedSkill[]): string {
  if (matched.length + missing.length === 0) return "The role asks for no skills to compare.";
  const parts = (["required", "preferred", "nice_to_have"] as const).flatMap((importance) => {
    const has = matched.filter((one) => one.importance === importance);
    const lacks = missing.filter((one) => one.importance === importance);
    const total = has.length + lacks.length;
    if (total === 0) return [];
    const names = has.length === 0 ? "" : ` (${has.map(({ name }) => name).join(", ")})`;
    const noun = total === 1 ? "skill" : "skills";
    return [`${has.length} of ${total} ${importanceNames[importance]} ${noun}${names}.`];
  });
  const lacking = missing.map(({ name, importance }) => `${name} (${importanceNames[importance]})`);
  if (lacking.length > 0) parts.push(`Missing: ${lacking.join(", ")}.`);
  return parts.join(" ");
}
