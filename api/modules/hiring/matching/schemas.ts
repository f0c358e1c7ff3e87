import { z } from "zod";
import { queryBoolean, queryInteger } from "#schemas/shapes/page.ts";
import { importance, skillLevel } from "#schemas/shapes/platform/hiring.ts";
import { roleItem } from "../roles/schemas.ts";
import { usualCounting } from "./score.ts";

const score = z.preprocess(
  (text) => (typeof text === "string" && /^\d(\.\d{1,9})?$/.test(text) ? Number(text) : text),
  z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .meta({ description: "The lowest score, 0 to 1", examples: [0.5] }),
);

export const matchingQuery = z.object({
  limit: queryInteger(1, 50, { description: "How many, 1 to 50", examples: [20] }).transform(
    (limit) => limit ?? 20,
  ),
  minScore: score,
  includePreferred: queryBoolean({
    description: "Whether preferred skills count",
    examples: [true],
  }).transform((value) => value ?? usualCounting.includePreferred),
  includeNiceToHave: queryBoolean({
    description: "Whether nice-to-have skills count",
    examples: [false],
  }).transform((value) => value ?? usualCounting.includeNiceToHave),
});
export type MatchingQuery = z.output<typeof matchingQuery>;

const roleSkill = z.object({ id: z.uuid(), name: z.string(), importance });
const matchedSkills = z.array(roleSkill.extend({ level: skillLevel.nullable() }));
const explained = {
  matchedSkills,
  missingSkills: z.array(roleSkill),
  explanation: z.string(),
};

export const recommendedShape = z
  .object({ role: roleItem, score: z.number(), ...explained })
  .meta({ id: "RecommendedRole" });
export type RoleRecommendation = z.infer<typeof recommendedShape>;

export const matchShape = z
  .object({ roleId: z.uuid(), score: z.number().nullable(), ...explained })
  .meta({ id: "RoleMatch" });

export const candidateMatchShape = z
  .object({ userId: z.uuid(), name: z.string(), score: z.number(), ...explained })
  .meta({ id: "CandidateMatch" });
export type CandidateMatch = z.infer<typeof candidateMatchShape>;
